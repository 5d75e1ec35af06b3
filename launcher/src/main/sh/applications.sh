# Applications of the LCI paper on two processes: sourced by bipj. The only function to call is bench_applications.

applications_pairs=5

# The arguments with which an application is timed.
application_arguments() {
  case $1 in
    awari) echo 12 ;;
    barnes) echo 16384 4 ;;
    puzzle) echo 79 ;;
    *) fail "bench pps --apps $1: expected awari, barnes or puzzle" ;;
  esac
}

# The seconds that a run of a sample reports.
application_seconds() {
  run_sample "$@" | sed -n 's/.* \([0-9.]*\) s[,;] .*/\1/p' | tail -n 1
}

# Prints one pair of runs: seconds of two processes that solve the problem alone, at the same time; then of two together.
application_pair() {
  local first second together
  first="$(mktemp)"
  (application_seconds "$1" -n 1 "${@:2}") >"$first" &
  second="$(application_seconds "$1" -n 1 "${@:2}")"
  wait
  together="$(application_seconds "$1" -n 2 "${@:2}")"
  echo "$(cat "$first") $second $together"
  rm -f "$first"
}

# How fast two processes solve a problem together, as a share of what two that solve it alone reach at that time. Medians.
bench_applications() {
  local pair name arguments words
  [ $# -gt 0 ] || set -- awari barnes puzzle
  for name; do
    application_arguments "$name" >/dev/null || exit 2
  done
  bipj_ensure_built
  printf '%-12s %-12s %10s %10s %8s\n' application arguments 'alone s' 'two s' share
  for name; do
    arguments="$(application_arguments "$name")"
    read -ra words <<<"$arguments"
    for ((pair = 0; pair < applications_pairs; pair++)); do
      application_pair "$name" "${words[@]}"
    done | awk '{ print ($1 + $2) / 2, $3, ($1 + $2) / 4 / $3 }' | sort -n -k 3 |
      awk -v name="$name" -v arguments="$arguments" '{ line[NR] = $0 }
        END { split(line[int((NR + 1) / 2)], of); printf "%-12s %-12s %10.3f %10.3f %8.2f\n", name, arguments, of[1], of[2], of[3] }'
  done
}
