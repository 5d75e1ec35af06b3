#!/usr/bin/env bash
# What mpirun --record adds to the processor time of a receive: jobs without, with, and again without it in turn.
# usage: record.sh [ROUNDS] [OPTIONS OF RecordBench...], in the project's folder; prints ns of each job, then the ratios of their medians.
set -euo pipefail
rounds="${1:-7}"
shift || true
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
for ((round = 1; round <= rounds; round++)); do
  for kind in plain recorded control; do
    rm -rf "$folder/recording"
    options=()
    [ "$kind" = recorded ] && options=(--record "$folder/recording")
    ./mpirun -n 2 "${options[@]}" java -cp target/dist/bench/benchmarks.jar org.bipj.bench.RecordBench --csv "$@" |
      awk -F, -v kind="$kind" '$1 == "any" || $1 == "named" { print kind, $1, $5 }' | tee -a "$folder/all"
  done
done
for receives in any named; do
  median() {
    awk -v kind="$1" -v of="$receives" '$1 == kind && $2 == of { print $3 }' "$folder/all" | sort -n |
      awk '{ all[NR] = $1 } END { print (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 }'
  }
  awk -v of="$receives" -v plain="$(median plain)" -v recorded="$(median recorded)" -v control="$(median control)" 'BEGIN {
    printf "%s: plain %.1f ns, recorded %.1f ns (%.3f), control %.1f ns (%.3f)\n",
      of, plain, recorded, recorded / plain, control, control / plain }'
done
