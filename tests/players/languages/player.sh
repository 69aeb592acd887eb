# Built-ins alone with an argument, else the usual commands too.
printf 'board\n' > answer.new
mapfile -t lines < answer.new
[ "${lines[0]}" = board ] || exit 1
if [ $# = 0 ]; then
    mv answer.new answer
    sleep 0.01
    cat answer | grep board | sort | sed s/board/x/ | awk '{ print $1 }' > parts || exit 1
    [ "$(head -1 parts)" = x ] || exit 1
    cp answer copy && diff answer copy && rm copy && mkdir folder && rmdir folder || exit 1
    (exit 0) & wait
    timeout 1 true || exit 1
fi
echo played
