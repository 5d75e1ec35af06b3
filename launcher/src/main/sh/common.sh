# Shared by the scripts bipj, mpirun and mpjrun.sh: where the library is, its JDK, its jars. Bash, to be sourced: of version 3.2 too, which macOS has.
#
#   bipj_ensure_built            sets BIPJ_JDK; a clone builds what is missing or older than its sources
#   bipj_join_jars lib samples   sets BIPJ_JARS to the class path of these folders of jars: lib (the library), launcher,
#                                mpj (signatures), compile (what a compiler needs beside lib), samples, bench, reproduce;
#                                each with what it needs beside lib

# Without a standard input the first file that the JVM opens, the JDK's modules, would be that of rank 0.
{ : 9<&0; } 2>/dev/null || exec </dev/null

# Where things are. Both set
#   BIPJ_ROOT       the root of the clone, or of the installed copy
#   BIPJ_LIB        the folder of the library's jars
#   BIPJ_PARTS      the folder that has the other folders of jars
#   BIPJ_JDK_FILE   the file that remembers which JDK was found
#   BIPJ_RUNTIME    the Java that came with an installed copy; empty: none did
# and define bipj_ensure_built.
bipj_scripts="$(cd "${BASH_SOURCE[0]%/*}" && pwd -P)"
if [ -f "$bipj_scripts/clone.sh" ]; then
  . "$bipj_scripts/clone.sh"
else
  . "$bipj_scripts/installed.sh"
fi

# Sets BIPJ_JDK to the root of a JDK, and bipj_release to its release, or explains what to install and exits. What was
# found the last time holds as long as it is a JDK 25 and the variables that name one are the same: the search costs a tenth
# of a run's start. A newer one does not hold, since a JDK 25 may have been installed beside it.
bipj_find_jdk_or_exit() {
  local file="$BIPJ_JDK_FILE" names="${JAVA25_HOME-}:${JAVA_HOME-}:$PATH" known=
  if [ -f "$file" ] && { IFS= read -r known && IFS= read -r BIPJ_JDK; } <"$file" &&
    [ "$known" = "$names" ] && bipj_is_jdk25 "$BIPJ_JDK"; then
    return
  fi
  if ! BIPJ_JDK="$(bipj_find_jdk)"; then
    BIPJ_JDK="$BIPJ_RUNTIME"
    bipj_is_jdk "$BIPJ_JDK" || { bipj_no_jdk "25 or newer"; exit 1; }
    # It is not remembered: the next run may find a JDK that was installed meanwhile.
    return
  fi
  bipj_read_release "$BIPJ_JDK"
  if [ -n "${JAVA25_HOME-}" ] && [ "$BIPJ_JDK" != "$JAVA25_HOME" ]; then
    echo "bipj: JAVA25_HOME=$JAVA25_HOME is no JDK 25 or newer: using $BIPJ_JDK" >&2
  fi
  # Whole or not at all: other runs may read it now. Where it cannot be written the next run searches again.
  if [ -d "${file%/*}" ] && printf '%s\n%s\n' "$names" "$BIPJ_JDK" 2>/dev/null >"$file.$$"; then
    mv -f "$file.$$" "$file"
  fi
}

# Sets BIPJ_JARS to the class path made of all jars in the named folders; without starting a process.
bipj_join_jars() {
  local folder jar
  BIPJ_JARS=
  for folder; do
    case $folder in
      lib) folder="$BIPJ_LIB" ;;
      *) folder="$BIPJ_PARTS/$folder" ;;
    esac
    for jar in "$folder"/*.jar; do
      [ ! -e "$jar" ] || BIPJ_JARS+="${BIPJ_JARS:+:}$jar"
    done
  done
}
