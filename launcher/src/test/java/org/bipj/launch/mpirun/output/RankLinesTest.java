package org.bipj.launch.mpirun.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankLinesTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Terminal terminal = new Terminal(out, err, code -> {});

    private static void accept(RankLines lines, String text) {
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        lines.accept(bytes, 1, bytes.length - 1);
    }

    private String shown() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void linesAppearWhenTheyAreComplete() {
        RankLines lines = new RankLines(terminal, false);
        accept(lines, "a");
        assertEquals("", shown());
        accept(lines, "b\nc\nd");
        assertEquals("ab\nc\n", shown());
        accept(lines, "\n");
        assertEquals("ab\nc\nd\n", shown());
    }

    @Test
    void anUnfinishedLastLineIsShownAndTheNextRankBeginsANewOne() {
        RankLines one = new RankLines(terminal, false);
        RankLines other = new RankLines(terminal, false);
        accept(one, "a\nlast");
        one.finish();
        accept(other, "b\n");
        assertEquals("a\nlast\nb\n", shown());
    }

    @Test
    void tagsBeginLinesHoweverTheyArrive() {
        RankLines lines = new RankLines(terminal, false).tag("t:", false);
        accept(lines, "a\n\nb");
        accept(lines, "c\nd");
        lines.finish();
        assertEquals("t:a\nt:\nt:bc\nt:d", shown());
    }

    @Test
    void aStackTraceIsHeldTogetherHoweverItArrives() {
        RankLines lines = new RankLines(terminal, true).holdTraces(1);
        accept(lines, "so far\nnot Exception in thread \"main\" first\nException in thread \"ma");
        assertFalse(lines.holdsBack());
        accept(lines, "in\" java.lang.Error: too bad\nin two lines\n\tat Ma");
        accept(lines, "in.main\nCaused by: java.lang.Error\n\t... 1 more\n");
        String text = "Exception in thread \"main\" java.lang.Error: too bad\nin two lines\n\tat Main.main\n"
                + "Caused by: java.lang.Error\n\t... 1 more\n";
        assertEquals(text, lines.trace());
        assertEquals("so far\nnot Exception in thread \"main\" first\n", said());
        accept(lines, "Exception in thread \"worker\" java.lang.Error\n\tat Main.run\n");
        assertEquals("so far\nnot Exception in thread \"main\" first\n" + text, said());
        accept(lines, "and on\n");
        assertFalse(lines.holdsBack());
        assertTrue(
                said().endsWith("rank 1: uncaught in thread \"worker\": java.lang.Error\n\tat Main.run\nand on\n"),
                said());
    }

    @Test
    void aTraceThatIsTakenIsNotShown() {
        RankLines lines = new RankLines(terminal, true).holdTraces(1);
        accept(lines, "Exception in thread \"main\" java.lang.Error\n\tat Main.main\n");
        lines.finish();
        assertEquals("Exception in thread \"main\" java.lang.Error\n\tat Main.main\n", lines.takeTrace());
        lines.passTrace();
        assertEquals("", said());
        RankLines standardOutput = new RankLines(terminal, false);
        accept(standardOutput, "Exception in thread \"main\" of a book\n");
        assertEquals("Exception in thread \"main\" of a book\n", shown());
    }

    @Test
    void aJobShowsOneStackTraceAsTheJvmPrintsIt() {
        String first = "Exception in thread \"main\" java.lang.Error: too bad 1\n\tat Main.main(Main.java:1)\n"
                + "\tat org.bipj.launch.Any.any(Any.java:1)\n";
        for (int rank = 0; rank < 3; rank++) {
            RankLines lines = new RankLines(terminal, true).holdTraces(rank);
            String own = first.replace("1\n\tat", rank + "\n\tat");
            accept(lines, rank < 2 ? own : own.replace("too bad", "worse").replace("\"main\"", "\"worker\""));
            lines.passTrace();
        }
        assertEquals(
                first.replace("bad 1", "bad 0") + "rank 1: uncaught java.lang.Error: too bad 1 (the same error)\n"
                        + "rank 2: uncaught in thread \"worker\": java.lang.Error: worse 2\n\tat Main.main(Main.java:1)\n",
                said());
    }

    @Test
    void linesCanBeLeftOut() {
        RankLines lines = new RankLines(terminal, false).drop("NOTE:");
        accept(lines, "a\nNOTE: x\nNOTE");
        accept(lines, ": y\nNOT\n");
        assertEquals("a\nNOT\n", shown());
    }

    @Test
    void aVeryLongLineIsPassedOnBeforeMemoryRunsOut() {
        RankLines lines = new RankLines(terminal, false);
        byte[] piece = new byte[1 << 20];
        for (int i = 0; i < 20; i++) {
            lines.accept(piece, 0, piece.length);
        }
        assertTrue(out.size() >= 8 << 20, "shown: " + out.size());
        lines.finish();
        assertEquals(20 << 20, out.size());
    }

    @Test
    void bytesGoToTheCopyAsTheyCome() throws IOException {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        RankLines lines = new RankLines(terminal, false).copy(copy, false);
        lines.accept(new byte[] {(byte) 0xff, 0, 10, (byte) 0xc3}, 0, 4);
        assertEquals(4, copy.size());
        lines.finish();
        assertEquals("", shown());
    }

    @Test
    void whatAJvmSaysThatIsEndedInItsStartIsNotShown() {
        RankLines cut = new RankLines(terminal, false);
        cut.doubt();
        accept(cut, "Error occurred during initialization of VM\n");
        accept(cut, "java.lang.InternalError: Bad level: 3\n");
        cut.finish();
        assertEquals("", shown());
    }

    @Test
    void allElseThatARankSaysWhileItIsEndedIsShown() {
        RankLines lines = new RankLines(terminal, false);
        accept(lines, "a\nb");
        lines.doubt();
        accept(lines, "c\n");
        assertEquals("a\n", shown());
        lines.finish();
        assertEquals("a\nbc\n", shown());
        RankLines many = new RankLines(terminal, false);
        many.doubt();
        accept(many, "d\n");
        accept(many, "e".repeat(1 << 20) + "\n");
        assertEquals("a\nbc\nd\n" + "e".repeat(1 << 20) + "\n", shown());
    }

    @ParameterizedTest
    @CsvSource({
        "Broken pipe, 141, ''",
        "No space left on device, 1, mpirun: cannot write to standard output: No space left on device"
    })
    void aTerminalThatIsGoneIsToldOnce(String reason, int code, String said) {
        List<Integer> told = new ArrayList<>();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
        Terminal gone = new Terminal(broken, err, told::add);
        RankLines lines = new RankLines(gone, false);
        accept(lines, "a\n");
        accept(lines, "b\n");
        assertEquals(List.of(code), told);
        assertEquals(said, err.toString(StandardCharsets.UTF_8).strip());
    }

    private RankLines starting(String classPath) {
        return new RankLines(terminal, true).holdStartErrors(classPath, Path.of("/work"));
    }

    @Test
    void whatAJvmSaysThatCannotStartIsHeldToItsEnd() {
        RankLines lines = starting("a:b");
        accept(lines, "Picked up JAVA_TOOL_OPTIONS: -Dx\n");
        accept(lines, "Error: Could not find or load main class A1\nCaused by: any\n");
        accept(lines, "Last line");
        lines.finish();
        assertTrue(lines.holdsBack());
        assertEquals("Picked up JAVA_TOOL_OPTIONS: -Dx\n", said());
        StartError held = lines.startError();
        assertEquals("Error: Could not find or load main class A\nCaused by: any\nLast line", held.kind());
        assertEquals(": its class path is a:b, its working directory /work", held.more(true));
        held.pass();
        held.pass();
        assertTrue(said().endsWith("A1\nCaused by: any\nLast line"), said());
        assertFalse(lines.holdsBack());
    }

    @Test
    void onlyOutputThatBeginsAsThatOfSuchAJvmIsHeld() {
        RankLines lines = starting(null);
        accept(lines, "step 1\nError: Could not find it\n");
        assertEquals("step 1\nError: Could not find it\n", said());
        RankLines passed = starting(null);
        accept(passed, "Error: the program's own\n");
        passed.startError().pass();
        accept(passed, "goes on\n");
        assertTrue(said().endsWith("Error: the program's own\ngoes on\n"), said());
        RankLines others = starting(null);
        accept(others, "Error: " + "x".repeat(20_000) + "\n");
        assertFalse(others.holdsBack());
    }

    @Test
    void aJvmWithoutThreadsIsThatWhateverItSays() {
        RankLines one = starting(null);
        accept(one, "[0.03s][warning][os,thread] Failed to start thread \"A\" - pthread_create failed (EAGAIN) for\n");
        RankLines other = starting(null);
        accept(other, "Error occurred during initialization of VM\nunable to create native thread: possibly\n");
        assertEquals(one.startError().kind(), other.startError().kind());
        assertTrue(one.startError().more(true).matches(": (this user may|its control|the system).*"));
        assertTrue(one.startError().more(false).startsWith(": its host allows this user no more threads"));
    }
}
