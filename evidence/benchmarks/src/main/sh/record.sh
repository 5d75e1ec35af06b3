#!/usr/bin/env bash
# What mpirun --record adds to the processor time of a receive from any rank: jobs without, with, and again without it in turn.
# Receives from a named rank are not recorded. A job's batches of both alternate, so the ratio of their medians says more than the times
# of jobs that ran minutes apart.
# usage: record.sh [ROUNDS] [OPTIONS OF RecordBench...], in the project's folder; prints ns of each job, then the medians of all.
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
      awk -F, -v kind="$kind" '$1 == "any" { any = $6 } $1 == "named" { print kind, any, $6, any / $6 }' | tee -a "$folder/all"
  done
done
median() {
  awk -v kind="$1" -v column="$2" '$1 == kind { print $column }' "$folder/all" | sort -n |
    awk '{ all[NR] = $1 } END { print (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 }'
}
without="$(median plain 4)"
for kind in plain recorded control; do
  awk -v kind="$kind" -v any="$(median "$kind" 2)" -v named="$(median "$kind" 3)" -v ratio="$(median "$kind" 4)" -v without="$without" 'BEGIN {
    printf "%s: any %.1f ns, named %.1f ns, any over named %.3f (%.3f of plain)\n", kind, any, named, ratio, ratio / without }'
done
