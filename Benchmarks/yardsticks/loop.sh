#!/usr/bin/env bash
# Ten numbers that count up and down at 30 frames a second, as one writes it in bash: no fork a frame.
names=(a b c d e f g h i j)
shown=(0 0 0 0 0 0 0 0 0 0)
exec {never}<> <(:)
printf '{"version": 1}\n[\n'
while :; do
  start=("${shown[@]}")
  for i in "${!names[@]}"; do target[i]=$((RANDOM * 27 + 100000)); done
  for ((step = 1; step <= 30; step++)); do
    read -r -t 0.033 -u "$never" || :
    line='['
    for i in "${!names[@]}"; do
      shown[i]=$((start[i] + (target[i] - start[i]) * step / 30))
      line+="{\"full_text\":\"${names[i]} ${shown[i]}\",\"name\":\"${names[i]}\",\"color\":\"#88c0d0\"},"
    done
    printf '%s],\n' "${line%,}"
  done
done
