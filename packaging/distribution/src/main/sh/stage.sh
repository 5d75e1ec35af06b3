#!/usr/bin/env bash
# Lays out the installed form of BIPJ: stage.sh CLONE FOLDER VERSION makes FOLDER/stage and FOLDER/runtime, which is the folder
# runtime of the archive for one platform.
#
#   bin/       mpirun, bipjrun (the same command), bipj, mpjrun.sh; mpirun.cmd, bipj.cmd for Windows
#   lib/       the library's jars; libexec/ those of the launcher, samples, benchmarks and experiments, and the scripts' parts
#   bipj-all.jar, the library and its commands in one jar; mpi-junit.jar, for tests
#   share/     the manual page, completions for bash and zsh
#   samples/   the samples' sources, a project for Maven, recipes for clusters; evidence/nas, the sources of the NAS kernels
#   docs/      documents; beside it README.md, CHANGELOG.md, CONTRIBUTING.md, SECURITY.md, LICENSE and NOTICE
#   runtime/   all of Java SE, what the library and its scripts use beside, and the tools javac, jar, jcmd, jdb and jfr
set -euo pipefail
clone="$1" stage="$2/stage" runtime="$2/runtime" version="$3"
dist="$clone/target/dist"
. "$clone/.mvn/jdk.sh"
jdk="$(bipj_find_jdk25)" || { bipj_no_jdk25; exit 1; }

rm -rf "$stage" "$runtime"
mkdir -p "$stage"/{bin,lib,libexec/sh,share,docs}
cp "$dist"/lib/*.jar "$stage/lib/"
# Not on the class path of the commands: for programs that another launcher starts, and for tests.
cp "$clone/packaging/bipj-all/target/bipj-all.jar" "$clone/packaging/mpi-junit/target/mpi-junit.jar" "$stage/"
for part in launcher mpj compile samples bench reproduce; do
  cp -r "$dist/$part" "$stage/libexec/"
done

for script in mpirun bipj mpjrun.sh; do
  sed 's|/launcher/src/main/sh/|/../libexec/sh/|' "$clone/$script" >"$stage/bin/$script"
done
cp "$stage/bin/mpirun" "$stage/bin/bipjrun"
cp "$clone"/launcher/src/main/cmd/*.cmd "$stage/bin/"
chmod 755 "$stage"/bin/*
cp "$clone"/launcher/src/main/sh/*.sh "$clone/.mvn/jdk.sh" "$stage/libexec/sh/"
# With this one the scripts would take the copy for a clone.
rm "$stage/libexec/sh/clone.sh"

"$jdk/bin/java" -XX:TieredStopAtLevel=1 -cp "$dist/launcher/launcher.jar:$dist/lib/bip-core.jar" \
  org.bipj.launch.mpirun.manual.Manual "$stage/share" "$version"
cp "$clone/packaging/distribution/src/main/completion/bipj" "$stage/share/bash-completion/completions/"

cp "$clone"/docs/*.md "$stage/docs/"
cp "$clone"/docs/*.{svg,png} "$stage/docs/"
cp -r "$clone"/docs/{architecture,decisions,lab} "$stage/docs/"
# Where they are in a clone: the pages' links lead there.
for sources in samples/src/main/java samples/maven/src samples/deploy evidence/nas/src/main/java; do
  mkdir -p "$stage/${sources%/*}"
  cp -r "$clone/$sources" "$stage/$sources"
done
cp "$clone/samples/maven/pom.xml" "$stage/samples/maven/"
cp "$clone"/{README,CHANGELOG,CONTRIBUTING,SECURITY}.md "$clone"/{LICENSE,NOTICE} "$stage/"

# In commands the jars lie where they are here.
for page in "$stage/README.md" "$stage"/docs/*.md; do
  awk '/^```/ { inside = !inside } inside { gsub("target/dist/lib/", "lib/"); gsub("target/dist/", "libexec/") } { print }' \
    "$page" >"$page.new"
  mv "$page.new" "$page"
done

# Links to files that the archive does not carry, such as sources, lead to the repository.
case $version in *-SNAPSHOT) ref=main ;; *) ref="v$version" ;; esac
find "$stage" -name '*.md' | while read -r document; do
  folder="$(dirname "$document")"
  # Finds nothing in a document without links.
  { grep -oE '\]\([^) ]+\)' "$document" || true; } | sed 's/^](//; s/)$//' | sort -u | while read -r link; do
    case $link in [a-z]*:* | '#'*) continue ;; esac
    target="${link%%#*}"
    path="$(realpath -m --relative-to="$stage" "$folder/$target")"
    if [ ! -e "$folder/$target" ] && [ -e "$clone/$path" ]; then
      kind=blob
      if [ -d "$clone/$path" ]; then kind=tree; fi
      sed -i "s|](${link//./\\.})|](https://github.com/bipj/bipj/$kind/$ref/$path${link:${#target}})|g" "$document"
    fi
  done
done
printf 'VERSION="%s"\n' "$version" >"$stage/release"
chmod -R a+rX "$stage"

"$jdk/bin/jlink" --output "$runtime" --strip-debug --no-header-files --no-man-pages --compress zip-6 --generate-cds-archive \
  --add-modules "java.se,jdk.compiler,jdk.jartool,jdk.jcmd,jdk.attach,jdk.jdi,jdk.jdwp.agent,jdk.jfr,jdk.management,\
jdk.management.jfr,jdk.management.agent,jdk.unsupported,jdk.zipfs,jdk.net,jdk.charsets,jdk.localedata"
