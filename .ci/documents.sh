# Programs and commands in documents, checked as they are written. Bash, to be sourced.
#
#   document_programs FILE FOLDER   writes each Java program of FILE, which is a block of code with a public class, to FOLDER
#   document_runs FILE              prints the commands of FILE (lines that begin with "$ ") and what they should say

document_programs() {
  awk -v folder="$2" '
    /^```java/ { inside = 1; text = ""; name = ""; next }
    /^```/ && inside { inside = 0; if (name != "" && !(name in seen)) printf "%s", text > (folder "/" name ".java"); seen[name]; next }
    inside { text = text $0 "\n" }
    inside && name == "" && /^public class / { name = $3 }
  ' "$1"
}

document_runs() {
  awk '
    /^```/ { inside = !inside; next }
    inside && /^\$ / { command = 1 }
    !inside { command = 0 }
    command
  ' "$1"
}
