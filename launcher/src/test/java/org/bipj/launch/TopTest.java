package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bipj.launch.seeing.top.LivePage;
import org.bipj.launch.seeing.top.TopCommand;
import org.bipj.launch.seeing.top.Tops;
import org.bipj.launch.seeing.top.Tops.Line;
import org.bipj.shm.figures.RunningJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bipj top} and {@code bipj view JOB}: what they say of programs that know what they do. */
class TopTest extends JobTest {
    private static final String RANKS = "3";
    private static final int SENT = TopActor.SHORT + TopActor.UNEXPECTED + 1;
    private static final int SENT_BYTES =
            (TopActor.SHORT + TopActor.UNEXPECTED) * TopActor.SHORT_BYTES + TopActor.LONG_BYTES;

    private Path shm() {
        return Path.of(mpirun.environment().get("BIPJ_SHM_DIR"));
    }

    private static boolean counts(Line rank, long sent, long sentBytes, long received, long receivedBytes) {
        return (sent + " " + sentBytes + " " + received + " " + receivedBytes)
                .equals(String.join(
                        " ",
                        rank.get("sent"),
                        rank.get("sent_bytes"),
                        rank.get("received"),
                        rank.get("received_bytes")));
    }

    /** Rank 1 computes; the messages of all have come. */
    private static boolean isAsItShouldBe(List<Line> ranks) {
        return ranks.size() == 3
                && counts(ranks.get(0), 1, 0, SENT, SENT_BYTES)
                && counts(ranks.get(1), 0, 0, 2, 0)
                && counts(ranks.get(2), SENT + 1, SENT_BYTES, 0, 0)
                && ranks.get(0).get("unexpected").equals("" + TopActor.UNEXPECTED)
                && ranks.get(1).get("state").equals("computes")
                && ranks.get(1).get("place").contains("TopActor.java:");
    }

    private static boolean waits(Line rank, int source, int tag) {
        return rank.get("state").equals("waits")
                && rank.get("call").equals("mpi.Comm.recv")
                && rank.get("waits_for")
                        .startsWith("a message from rank " + source + " with tag " + tag + " in MPI_COMM_WORLD")
                && rank.get("place").contains("TopActor.java:");
    }

    @Test
    void processesAreShownWhateverBecomesOfThem() throws Exception {
        Process job = mpirun.start(
                "-n",
                RANKS,
                "--deadlock",
                "off",
                "java",
                "-cp",
                Mpirun.programs(),
                TopActor.class.getName(),
                directory.toString());
        try {
            String name = Long.toString(job.pid());
            Mpirun.until(
                    "rank 0 waits for rank 1, which computes",
                    () -> isAsItShouldBe(Tops.ranks(shm(), name))
                            && waits(Tops.ranks(shm(), name).get(0), 1, 7)
                            && waits(Tops.ranks(shm(), name).get(2), 1, 7));
            List<Line> ranks = withShares(name);
            assertTrue(ranks.get(0).number("seconds") > 0);
            assertTrue(ranks.get(1).number("memory_bytes") > 1_000_000);
            assertTrue(ranks.get(0).number("age_s") < 3);
            String text = Tops.once(shm(), name);
            for (int rank = 0; rank < 3; rank++) {
                int number = rank;
                assertEquals(
                        1,
                        text.lines()
                                .filter(line -> line.startsWith(number + " "))
                                .count(),
                        text);
            }
            Mpirun.until(
                    "the table says that rank 0 waits",
                    () -> Tops.once(shm(), name)
                            .lines()
                            .anyMatch(
                                    line -> line.matches("0 +waits .* in mpi.Comm.recv(, .*,)? for a message from.*")));
            aPageIsServedToWhoKnowsItsAddress(name);
            aViewerThatIsKilledLeavesTheJob(name);
            Files.createFile(directory.resolve("hang"));
            Mpirun.until("all wait", () -> waits(Tops.ranks(shm(), name).get(1), 0, 8));
            Mpirun.until("rank 0 waits", () -> waits(Tops.ranks(shm(), name).get(0), 1, 7));
            // The launcher, which would end the job, does not learn of the rank's death meanwhile.
            Mpirun.signal(job.pid(), "STOP");
            Mpirun.signal((long) Tops.ranks(shm(), name).get(2).number("pid"), "KILL");
            Mpirun.until(
                    "rank 2 has died",
                    () -> Tops.ranks(shm(), name).get(2).get("state").equals("died"));
            Mpirun.until("rank 0 waits", () -> waits(Tops.ranks(shm(), name).get(0), 1, 7));
            Mpirun.signal(job.pid(), "CONT");
            assertTrue(job.waitFor(30, TimeUnit.SECONDS));
            assertEquals(137, job.exitValue());
            assertTrue(Tops.once(shm(), name).contains("no job " + name + " of yours runs on this host"));
        } finally {
            Mpirun.signal(job.pid(), "CONT");
            job.destroy();
            job.waitFor();
        }
    }

    /**
     * The ranks, once rank 0 has waited for most of the time between two pages, and rank 1 has not. On a loaded machine no page may have been
     * written meanwhile, and a rank that has had no processor has not said that it waits.
     */
    private List<Line> withShares(String job) {
        AtomicReference<List<Line>> found = new AtomicReference<>();
        Mpirun.until("rank 0 has waited for most of the time", () -> {
            found.set(Tops.ranks(shm(), job));
            return found.get().stream().noneMatch(rank -> rank.get("waiting").isEmpty())
                    && found.get().get(0).number("waiting") > 0.5
                    && found.get().get(1).number("waiting") < 0.1;
        });
        return found.get();
    }

    private void aPageIsServedToWhoKnowsItsAddress(String job) throws Exception {
        try (LivePage page = Tops.page(shm(), job)) {
            URI address = URI.create(Tops.address(page));
            String host = address.getAuthority();
            String path = address.getPath();
            assertTrue(ask(address, "GET " + path, host).startsWith("HTTP/1.1 200 OK"));
            assertTrue(ask(address, "GET " + path + "live.js", host).contains("'use strict'"));
            String data = ask(address, "GET " + path + "data?place=0", "localhost:" + address.getPort());
            assertTrue(data.startsWith("HTTP/1.1 200 OK"), data);
            assertTrue(data.contains("\"rank\":2"), data);
            for (String wrong :
                    List.of("/", "/data", "/x/data", path.replaceAll("[0-9a-f]/$", "/data"), path + "../x")) {
                String answer = ask(address, "GET " + wrong, host);
                assertTrue(answer.startsWith("HTTP/1.1 404"), answer);
                assertFalse(answer.contains("rank"), answer);
            }
            for (String wrong : List.of("example.org", "127.0.0.1", "example.org:" + address.getPort(), "")) {
                assertTrue(ask(address, "GET " + path, wrong).startsWith("HTTP/1.1 403"), wrong);
            }
            assertTrue(ask(address, "POST " + path + "data", host).startsWith("HTTP/1.1 405"));
            assertTrue(InetAddress.getByName(address.getHost()).isLoopbackAddress());
        }
    }

    private static String ask(URI address, String request, String host) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            String text = request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void aViewerThatIsKilledLeavesTheJob(String job) throws IOException, InterruptedException {
        File out = directory.resolve("viewer").toFile();
        ProcessBuilder builder = new ProcessBuilder(
                Mpirun.JAVA.toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Mpirun.library() + File.pathSeparator + Mpirun.placeOf(TopCommand.class),
                TopCommand.class.getName(),
                "--csv",
                "--interval",
                "0.1",
                job);
        builder.environment().putAll(mpirun.environment());
        Process viewer =
                builder.redirectOutput(out).redirectError(Redirect.INHERIT).start();
        Mpirun.until("the viewer shows ranks", () -> lines(out) > 10);
        viewer.destroyForcibly().waitFor();
        assertTrue(isAsItShouldBe(Tops.ranks(shm(), job)));
    }

    private static long lines(File file) {
        try {
            return Files.readAllLines(file.toPath()).size();
        } catch (IOException e) {
            return 0;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void ranksThatShareAJvmAreShown(String mode) throws Exception {
        String name = Long.toString(ProcessHandle.current().pid());
        CompletableFuture<Mpirun.Result> job = CompletableFuture.supplyAsync(() -> here().run(
                        "--mode",
                        mode,
                        "-n",
                        RANKS,
                        "java",
                        "-cp",
                        Mpirun.programs(),
                        TopActor.class.getName(),
                        directory.toString()));
        Path place = RunningJob.place();
        boolean isVirtual = mode.equals("sim");
        Mpirun.until(
                "rank 1 computes, and the others wait for it",
                () -> isAsItShouldBe(Tops.ranks(place, name))
                        && waits(Tops.ranks(place, name).get(0), 1, 7));
        List<Line> ranks = Tops.ranks(place, name);
        assertEquals(isVirtual, !ranks.get(0).get("virtual_s").isEmpty());
        assertEquals("", ranks.get(0).get("memory_bytes"));
        assertTrue(Tops.once(place, name).contains(isVirtual ? "simulated of process " + name : "threads of process "));
        Files.createFile(directory.resolve("end"));
        Mpirun.Result result = job.get(30, TimeUnit.SECONDS);
        assertEquals(0, result.code(), result.err());
        assertTrue(Tops.once(place, name).contains("no job " + name));
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertTrue(Tops.once(shm(), "x").startsWith("bipj top: JOB x: expected the process id of its mpirun"));
        assertTrue(Tops.once(shm(), "1", "2").startsWith("bipj top: two jobs, 1 and 2"));
        assertTrue(Tops.once(shm(), "--what").startsWith("bipj top: unknown option --what"));
        assertTrue(Tops.once(shm(), "--interval", "0").startsWith("bipj top: --interval 0: expected"));
        assertTrue(Tops.once(shm(), "1").startsWith("bipj top: no job 1 of yours runs on this host; none does"));
        assertTrue(Tops.once(shm()).startsWith("bipj top: no job of yours runs on this host"));
    }
}
