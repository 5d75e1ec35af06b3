package org.bipj.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bipj.testkit.Command;
import org.junit.jupiter.api.Test;

/**
 * A launch agent that makes several hosts of this machine. As those of a cluster without a shared home they have the same paths and
 * their own contents: each gets its own home, start-up caches and working folder, and hosts whose names begin with {@code b} or end
 * with an odd digit run as another user, with another home. That takes a right that root has; elsewhere all hosts are this machine as
 * it is, unless {@code -Dbipj.hosts=apart} demands them.
 *
 * <pre>
 *            ann                                 ben: another user
 *   home     its own, at the same path           HOME=WORK/home
 *   caches   its own, at mpirun's path           its own, in its home; nothing at mpirun's path
 *   WORK     its own; WORK/shm is that of all, and so are shared folders
 * </pre>
 */
public final class HostAgent {
    /** Its group is still root's, which may read the jars of the tests. */
    private static final String OTHER_USER = "setpriv --reuid 65534 --regid 0 --clear-groups";

    /** True if hosts have their own contents. */
    public static final boolean APART = areApart();

    private HostAgent() {}

    /** Makes an agent that knows no other host. */
    public static Path in(Path directory) {
        return script(directory.resolve("agent"), "host=$1; shift; exec " + shell(directory));
    }

    /**
     * The words with which an agent's script ends, behind {@code exec}: the host in {@code $host} runs what is left of the script's
     * words.
     *
     * @param directory where the job runs
     * @param shared folders in it that all hosts have in common
     */
    public static String shell(Path directory, String... shared) {
        if (!APART) {
            return "sh -c \"exec $*\"";
        }
        Path host = directory.resolve("host");
        try {
            Files.createDirectories(directory.resolve("shm"));
            for (String folder : shared) {
                all(Files.createDirectories(directory.resolve(folder)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        all(directory.resolve("shm"));
        script(host, mounts(directory, shared));
        return "sh " + host + " $host \"exec $*\"";
    }

    /** Makes an executable file. */
    public static Path script(Path file, String body) {
        try {
            Files.writeString(file, "#!/bin/sh\n" + body + "\n");
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets everybody write into a folder. */
    public static void all(Path folder) {
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A script whose words are the host and a shell's command. What it hides it reaches by open files. */
    private static String mounts(Path work, String... shared) {
        Path caches = Mpirun.INSTALLATION.cachesOfUser();
        String own = "bipj/" + Mpirun.INSTALLATION.caches().getFileName();
        // The other user cannot make hosts: those behind such a host in a tree of supervisors are the same one.
        StringBuilder script = new StringBuilder("[ -z \"$OTHER_USER\" ] || exec sh -c \"$2\"\n"
                + "[ -n \"$3\" ] || exec unshare -m sh \"$0\" \"$1\" \"$2\" apart\n");
        script.append("set -e\nexec 8<" + caches + " 9<" + work + "\n");
        String home = System.getenv("HOME");
        if (home != null && home.length() > 1) {
            script.append(hide(Path.of(home), neededIn(Path.of(home))));
        }
        script.append("mount -t tmpfs -o mode=1777 none ").append(work).append('\n');
        script.append("cp -p /proc/self/fd/9/host /proc/self/fd/9/agent ")
                .append(work)
                .append(" 2>/dev/null || :\n");
        append(script, 9, "shm", work.resolve("shm"), "bind");
        for (String folder : shared) {
            append(script, 9, folder, work.resolve(folder), "bind");
        }
        script.append("mount -t tmpfs -o mode=755 none ").append(caches).append('\n');
        script.append("case $1 in b* | *[13579])\n  as='" + OTHER_USER + "' HOME=" + work.resolve("home") + "\n");
        script.append(
                "  unset XDG_CACHE_HOME\n  export HOME OTHER_USER=1\n  mkdir -p $HOME/.cache\n  chmod 777 $HOME\n");
        append(script, 8, own, work.resolve("home/.cache").resolve(own), "bind,ro");
        script.append("  ;;\n*)\n  as=\n");
        append(script, 8, own, caches.resolve(own), "bind,ro");
        script.append("esac\nexec 8<&- 9<&-\ncd \"$PWD\"\nexec $as sh -c \"$2\"");
        return script.toString();
    }

    private static void append(StringBuilder script, int file, String in, Path place, String how) {
        script.append("mkdir -p ").append(place).append('\n');
        script.append("mount -c -o ").append(how).append(" /proc/self/fd/").append(file);
        script.append(in.isEmpty() ? "" : "/" + in).append(' ').append(place).append('\n');
    }

    /** Puts nothing in the place of a home, but what tests need out of it. */
    private static String hide(Path home, Set<Path> needed) {
        StringBuilder script = new StringBuilder();
        int file = 3;
        for (Path each : needed) {
            script.append("exec ").append(file++).append('<').append(each).append('\n');
        }
        script.append("mount -t tmpfs -o mode=755 none ").append(home).append('\n');
        file = 3;
        for (Path each : needed) {
            append(script, file, "", each, "rbind");
            script.append("exec ").append(file++).append("<&-\n");
        }
        return script.toString();
    }

    /** The folders of a home that have what is the same on all hosts: the JDK, the project, jars of the tests. */
    private static Set<Path> neededIn(Path home) {
        Set<Path> needed = new LinkedHashSet<>();
        Path jdk = Path.of(System.getProperty("java.home"));
        for (Path each : List.of(jdk, Path.of("").toAbsolutePath(), Mpirun.placeOf(Test.class))) {
            if (each.startsWith(home)) {
                needed.add(home.resolve(home.relativize(each).getName(0)));
            }
        }
        return needed;
    }

    private static boolean areApart() {
        try {
            Path trial = Files.createTempDirectory("bipj-hosts");
            Files.createDirectory(trial.resolve("shm"));
            script(trial.resolve("host"), mounts(trial));
            String[] reads = {
                "sh",
                trial + "/host",
                "ben",
                "test -r " + Mpirun.INSTALLATION.launcher() + " -a -r " + Mpirun.placeOf(Test.class) + " -a -x "
                        + Mpirun.JAVA
            };
            boolean works = new ProcessBuilder(reads)
                            .redirectOutput(Redirect.DISCARD)
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
            Command.run("rm", "-r", trial.toString());
            if (!works && "apart".equals(System.getProperty("bipj.hosts"))) {
                throw new IllegalStateException(
                        "this user cannot make hosts with their own contents: " + String.join(" ", reads));
            }
            if (!works) {
                System.out.println(
                        "The hosts of the tests share their homes, caches and user: root may give them their own.");
            }
            return works;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
