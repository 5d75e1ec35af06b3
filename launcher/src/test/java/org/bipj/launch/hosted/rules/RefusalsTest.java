package org.bipj.launch.hosted.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Test;

/** A program that uses what is refused learns what it is and what to use instead, and so does who reads the documents. */
class RefusalsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final SimOptions LAB = SimOptions.of(SimOptions.DEFAULT_PLATFORM);

    private static final String OF_THREADS =
            " is not supported in virtual time by a program whose threads communicate; ";
    private static final String OF_NETWORK = " is not supported in virtual time with --ip; ";

    private static Set<String> texts(List<Refusals.Row> rows, String between) {
        return rows.stream()
                .map(row -> row.refusal().what() + between + row.refusal().instead())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What a method of a program says, which runs in a simulation of one rank. */
    @SuppressWarnings("unchecked")
    private static Set<String> said(SimOptions options, String method) throws InterruptedException {
        AtomicReference<List<String>> said = new AtomicReference<>();
        String program = RefusedActor.class.getName();
        RankCode code = new RankCode() {
            @Override
            public ClassLoader loader(LoadedRank rank) {
                return RankClassLoader.within(
                        rank, RefusedActor.class.getClassLoader(), name -> name.startsWith(program));
            }

            @Override
            public void run(ClassLoader loader) throws Throwable {
                try {
                    said.set((List<String>) Class.forName(program, true, loader)
                            .getMethod(method)
                            .invoke(null));
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        };
        EmbeddedJob.Outcome outcome =
                EmbeddedJob.simulated(1, options, code, LIMIT).run();
        assertEquals("[] ", outcome.failures() + " " + outcome.report());
        return new TreeSet<>(said.get());
    }

    @Test
    void eachRowIsRefusedWithItsTextWhereThreadsAreFibers() throws InterruptedException {
        Set<String> expected = texts(Refusals.ofThreads(), OF_THREADS);
        expected.addAll(texts(Refusals.ofClocks(), OF_THREADS));
        assertEquals(expected, said(LAB, "threads"));
    }

    @Test
    void eachRowIsRefusedWithItsTextByHostsWithIp() throws InterruptedException {
        Set<String> expected = texts(Refusals.ofThreads(), OF_THREADS);
        expected.addAll(texts(Refusals.ofNetwork(), OF_NETWORK));
        assertEquals(expected, said(LAB.withIp(), "network"));
    }

    @Test
    void replacedMethodsOfKnownObjectsCanBeReferredTo() throws InterruptedException {
        assertEquals(Set.of("runs", "served: false"), said(LAB.withIp(), "references"));
    }

    @Test
    void nativeTransportsAreNotLoaded() throws InterruptedException {
        assertEquals(
                Set.of(
                        "no of_a_program in java.library.path",
                        "a native transport" + OF_NETWORK + "use Netty's NIO transport"),
                said(LAB.withIp(), "libraries"));
    }

    @Test
    void noCallIsRefusedTwice() {
        List<String> calls = Stream.of(Refusals.ofThreads(), Refusals.ofClocks(), Refusals.ofNetwork())
                .flatMap(rows -> Refusals.calls(rows).stream())
                .map(call -> call.owner() + "." + call.name() + call.type())
                .toList();
        assertEquals(new ArrayList<>(new LinkedHashSet<>(calls)), calls);
    }

    /** The tables of what is refused, and what is said instead. */
    @Test
    void documentsHaveARowForEachRow() throws IOException {
        for (Refusals.Row row : Refusals.ofNetwork()) {
            assertHas("IP.md", row);
        }
        for (List<Refusals.Row> rows : List.of(Refusals.ofThreads(), Refusals.ofClocks())) {
            for (Refusals.Row row : rows) {
                assertHas("SIMULATION.md", row);
            }
        }
    }

    private static void assertHas(String page, Refusals.Row row) throws IOException {
        String what = row.refusal().what();
        String expected = "| " + (what.contains(" ") ? what : "`" + what + "`") + " | "
                + row.refusal().instead() + " |";
        Path file = Path.of("..", "docs", page);
        assertTrue(Files.readAllLines(file).contains(expected), file + " has no row: " + expected);
    }
}
