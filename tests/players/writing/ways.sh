# Writes the boards of a prepared match, each in the next of the ways that it is told.
set -e
match=$1 number=$3
IFS=, read -ra ways <<<"$2"
for way in "${ways[@]}"; do
    until [ -e "board_$number.txt" ]; do sleep 0.005; done
    name=board_$((number + 1)).txt
    text=$(<"$match/$name")
    printf '%s' "$text" >draft
    case $way in
    plain) printf '%s' "$text" >"$name" ;;
    rename) mv draft "$name" ;;
    cp) cp draft "$name" ;;
    cp-p) cp -p draft "$name" ;;
    cp-a) cp -a "$match/$name" "$name" ;;
    install) install -m 644 draft "$name" ;;
    mktemp) new=$(mktemp ./XXXXXX) && printf '%s' "$text" >"$new" && chmod 644 "$new" && mv "$new" "$name" ;;
    link) ln draft "$name" && rm draft ;;
    tee) printf '%s' "$text" | tee "$name" >/dev/null ;;
    pieces) while IFS= read -r line || [ -n "$line" ]; do echo "$line"; done <draft >>"$name" ;;
    crlf) sed 's/$/\r/' draft >"$name" ;;
    touched) cat draft >"$name" && chmod 600 "$name" && touch "$name" && touch -d 2000-01-01 "$name" ;;
    *) exit 9 ;;
    esac
    rm -f draft
    number=$((number + 2))
done
sleep 600
