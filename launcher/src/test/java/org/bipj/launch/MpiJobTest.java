package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bipj.testkit.Command;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The recipe {@code samples/deploy/mpijob.yaml} without Kubernetes: two workers and a launcher, each with a network, a file system of
 * homes, process numbers, a host name and 64 MiB of /dev/shm of its own. A user without rights runs {@code sshd} in the workers, with
 * what the Dockerfile configures, the key and the list of hosts that Kubeflow's operator mounts.
 *
 * <p>Skipped where this user may make no namespaces, or there is no {@code sshd}.
 */
@Tag("deep")
class MpiJobTest extends JobTest {
    private static final int LAUNCHER = 9;

    /** {@code pod HOSTNAME COMMAND...}: becomes the command in a pod. */
    private static final String POD = """
            hostname $1
            mount --make-rprivate /
            mkdir -p /run/sshd
            mount -t tmpfs -o size=64m pod /dev/shm
            mount -t tmpfs pod /home
            mkdir -p /home/ranks/.ssh /etc/ssh/ssh_config.d
            mount --bind %1$s/key /home/ranks/.ssh
            for file in passwd group hosts; do mount --bind %1$s/$file /etc/$file; done
            %2$s
            chown 4321:4321 /home/ranks
            shift
            cd /home/ranks
            HOME=/home/ranks exec setpriv --reuid 4321 --regid 4321 --clear-groups "$@"
            """;

    private final long number = ProcessHandle.current().pid();
    private final String bridge = "mb" + number;
    private final String network = "10.80." + number % 250 + ".";
    private final List<Process> workers = new ArrayList<>();

    private static String recipe(String name) throws IOException {
        return Files.readString(Path.of("../samples/deploy", name));
    }

    private static int shell(String command) throws InterruptedException {
        return Command.run("sh", "-c", command);
    }

    private String namespace(int pod) {
        return "mj" + number + "-" + pod;
    }

    private List<String> pod(int pod, String name) {
        return List.of(
                "ip",
                "netns",
                "exec",
                namespace(pod),
                "unshare",
                "-m",
                "-u",
                "-i",
                "-p",
                "-f",
                "--mount-proc",
                "sh",
                directory.resolve("pod").toString(),
                name);
    }

    /** What the Dockerfile writes for ssh and sshd, as it writes it. */
    private static String configuration() throws IOException {
        String image = recipe("Dockerfile").replace("\\\n", " ");
        Matcher writes = Pattern.compile("printf '%s\\\\n'(?: '[^']*')+ +>\\S+").matcher(image);
        List<String> all = writes.results().map(each -> each.group()).toList();
        assertEquals(2, all.size(), image);
        // In the image /etc is its own.
        return "mount -t tmpfs pod /etc/ssh/ssh_config.d\n" + String.join("\n", all);
    }

    @BeforeEach
    void makePods() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/sshd")), "no sshd");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path key = Files.createDirectory(directory.resolve("key"));
        assertEquals(
                0,
                shell("cd " + key + " && ssh-keygen -q -t ecdsa -N '' -f id_rsa && cp id_rsa.pub authorized_keys"
                        + " && chmod 644 *"));
        Files.writeString(directory.resolve("pod"), POD.formatted(directory, configuration()));
        for (String file : List.of("passwd", "group")) {
            String entry = file.equals("group") ? "ranks:x:4321:\n" : "ranks:x:4321:4321::/home/ranks:/bin/bash\n";
            Files.writeString(directory.resolve(file), Files.readString(Path.of("/etc", file)) + entry);
        }
        Files.writeString(
                directory.resolve("hosts"),
                "127.0.0.1 localhost\n" + network + "1 job-worker-0.job.default.svc\n" + network
                        + "2 job-worker-1.job.default.svc\n" + network + LAUNCHER + " job-launcher\n");
        List<String> steps = new ArrayList<>(List.of(
                "ip link add " + bridge + " type bridge",
                "ip addr add " + network + "254/24 dev " + bridge,
                "ip link set " + bridge + " up"));
        for (int pod : List.of(1, 2, LAUNCHER)) {
            String name = namespace(pod);
            String cable = "mv" + number + pod;
            steps.addAll(List.of(
                    "ip netns add " + name,
                    "ip link add " + cable + " type veth peer name eth0 netns " + name,
                    "ip link set " + cable + " master " + bridge + " up",
                    "ip -n " + name + " addr add " + network + pod + "/24 dev eth0",
                    "ip -n " + name + " link set eth0 up",
                    "ip -n " + name + " link set lo up"));
        }
        assumeTrue(shell(String.join(" && ", steps)) == 0, "this user may make no network namespaces here");
        Matcher command = Pattern.compile("command: \\[(/usr/sbin/sshd.*)]").matcher(recipe("mpijob.yaml"));
        assertEquals(true, command.find());
        for (int worker = 0; worker < 2; worker++) {
            List<String> words = new ArrayList<>(pod(worker + 1, "job-worker-" + worker));
            words.addAll(List.of(command.group(1).split(", ")));
            workers.add(new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("sshd" + worker).toFile())
                    .start());
            Path log = directory.resolve("sshd" + worker);
            Mpirun.until("sshd listens", () -> read(log).contains("Server listening"));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    @AfterEach
    void removePods() throws InterruptedException {
        // The first process of a pod is the shell's parent: all others end with it.
        for (Process worker : workers) {
            worker.descendants().forEach(ProcessHandle::destroyForcibly);
            worker.destroyForcibly().waitFor();
        }
        for (int pod : List.of(1, 2, LAUNCHER)) {
            shell("ip link del mv" + number + pod + "; ip netns del " + namespace(pod));
        }
        shell("ip link del " + bridge);
    }

    @Test
    void ranksRunInTheWorkers() throws IOException {
        Path hosts = Files.writeString(
                directory.resolve("hostfile"),
                "job-worker-0.job.default.svc slots=2\njob-worker-1.job.default.svc slots=2\n");
        mpirun.environment().remove("BIPJ_SHM_DIR");
        mpirun.prefix(pod(LAUNCHER, "job-launcher").toArray(String[]::new));
        Mpirun.Result result = mpirun.run(
                "--hostfile",
                hosts.toString(),
                "java",
                "-cp",
                Mpirun.programs(),
                HostsProgram.class.getName(),
                "exchange");
        assertEquals("", result.err());
        assertEquals(0, result.code());
        assertEquals(
                Stream.of(0, 1, 2, 3)
                        .map(rank -> "rank " + rank + " on job-worker-" + rank / 2 + ".job.default.svc")
                        .toList(),
                result.lines().stream()
                        .map(line -> line.replaceAll(" has .*", ""))
                        .toList());
    }
}
