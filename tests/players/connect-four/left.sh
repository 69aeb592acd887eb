# Drops into the first column that is not full.
next=$1
letter=$([ "$1" = 1 ] && echo x || echo o)
while :; do
    until [ -e "board_$next.txt" ]; do sleep 0.01; done
    board=$(<"board_$next.txt")
    column=0
    while [ "${board:column:1}" != . ]; do column=$((column + 1)); done
    # A row is seven cells and a newline.
    at=$((40 + column))
    while [ "${board:at:1}" != . ]; do at=$((at - 8)); done
    printf %s "${board:0:at}$letter${board:at+1}" > new
    mv new "board_$((next + 1)).txt"
    next=$((next + 2))
done
