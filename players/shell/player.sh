#!/usr/bin/env bash
# A player of `dama` in the shell: the first move it finds, captures before steps. It starts no other program:
# where no control groups bound its processes, a player is one.
set -u

number=$1
if [ "$number" = 1 ]; then man=x king=X prey=o great=O forward=1 last=7
else man=o king=O prey=x great=X forward=-1 last=0; fi
declare -A cell

# A pipe that stays open and empty, to wait on: reopened, it is its own writer.
exec 3<<<'' 4<>/proc/self/fd/3
read -r -u 4
doze() { read -r -t 0.01 -u 4; }

load() {
    local row=7 line
    while [ "$row" -ge 0 ]; do
        # The last line has no newline: read says no, and has read it all the same.
        IFS= read -r line || [ -n "$line" ] || return 1
        [ "${#line}" -ge 15 ] || return 1
        for column in 0 1 2 3 4 5 6 7; do cell[$row,$column]=${line:column*2:1}; done
        row=$((row - 1))
    done <"$1" 2>/dev/null
}

store() {
    local row line board=
    for row in 7 6 5 4 3 2 1 0; do
        line=
        for column in 0 1 2 3 4 5 6 7; do line+="${cell[$row,$column]} "; done
        board+="${line% }"$'\n'
    done
    printf '%s' "${board%$'\n'}" >"$1"
}

move() {
    local length row column step side piece over to
    for length in 2 1; do for row in 0 1 2 3 4 5 6 7; do for column in 0 1 2 3 4 5 6 7; do
        piece=${cell[$row,$column]}
        [ "$piece" = $man ] || [ "$piece" = $king ] || continue
        for step in $forward $((-forward)); do
            [ "$piece" = $king ] || [ "$step" = $forward ] || continue
            for side in -1 1; do
                to=$((row + step * length)),$((column + side * length))
                # Off the board there is no cell at all.
                [ "${cell[$to]-none}" = " " ] || continue
                over=$((row + step)),$((column + side))
                if [ $length = 2 ]; then
                    [ "${cell[$over]}" = $prey ] || { [ "$piece" = $king ] && [ "${cell[$over]}" = $great ]; } || continue
                    cell[$over]=" "
                fi
                cell[$row,$column]=" "
                [ $((row + step * length)) = $last ] && piece=$king
                cell[$to]=$piece
                return 0
            done
        done
    done; done; done
    return 1
}

while true; do
    until [ -e "board_$number.txt" ] && load "board_$number.txt"; do doze; done
    move || exit 0
    store "board_$((number + 1)).txt"
    number=$((number + 2))
done
