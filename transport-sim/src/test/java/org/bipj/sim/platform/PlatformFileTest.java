package org.bipj.sim.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bipj.sim.constants.Constants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformFileTest {
    @TempDir
    Path folder;

    @Test
    void commentsAndEmptyLinesCountAsLines() {
        Constants read = parse("# a comment", "", "a = 1");
        assertEquals(1, read.all().size());
        assertEquals("constants:3", read.get("a").place());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "link.rate 160 MB/s => constants:1: 'link.rate 160 MB/s': expected KEY = VALUE UNIT | MARK | SOURCE, include NAME, "
                        + "or one of host, switch, cable, route",
                "include => constants:1: expected include NAME",
                "include none => constants:1: there is no platform 'none'; expected one of lab, bip-ppro200, das64, now100, ss20-atm, ss1plus-atm, or a file "
                        + "(its name ends in .platform, or has a slash)",
            })
    void aLineThatIsNoConstantIsRefusedByFileAndLine(String line, String message) {
        assertMessage(() -> parse(line), message);
    }

    @Test
    void aConstantStandsOnce() {
        assertMessage(() -> parse("a = 1", "", "a = 2"), "constants:3: a is already defined at constants:1");
    }

    @Test
    void aFileTakesInOthersAndMayChangeTheirConstants() throws IOException {
        write("base.constants", "a = 1 ns | published | x", "b = 2 ns | published | x");
        Path mine = write("mine.platform", "include base.constants", "a = 3 ns | assumed | faster");
        Constants read = Platform.constantsOf(mine.toString());
        assertEquals("mine", read.platform());
        assertEquals(3, read.number("a"));
        assertEquals(2, read.number("b"));
        assertEquals("mine.platform:2", read.get("a").place());
        assertEquals("base.constants:2", read.get("b").place());
    }

    @Test
    void aFileTakesInThoseOfTheLibrary() throws IOException {
        Path mine = write("mine.platform", "include ppro-myrinet", "link.rate = 80 MB/s | assumed | first generation");
        assertEquals(12_500, Platform.constantsOf(mine.toString()).psPerByte("link.rate"));
    }

    @Test
    void includesThatContradictEachOtherAreRefused() throws IOException {
        write("one.constants", "a = 1");
        write("two.constants", "a = 2");
        Path mine = write("mine.platform", "include one.constants", "include two.constants");
        assertMessage(
                () -> Platform.constantsOf(mine.toString()),
                "two.constants:1: a is already defined at one.constants:1");
    }

    @Test
    void anIncludeComesFirst() throws IOException {
        write("one.constants", "a = 1");
        Path mine = write("mine.platform", "b = 1", "include one.constants");
        assertMessage(
                () -> Platform.constantsOf(mine.toString()),
                "mine.platform:2: an include must come before the file's own constants, which may change it");
    }

    @Test
    void aFileThatIncludesItselfIsRefused() throws IOException {
        write("one.constants", "include two.constants");
        Path two = write("two.constants", "include one.constants");
        assertMessage(
                () -> Platform.constantsOf(two.toString()),
                "one.constants:1: two.constants includes itself: two.constants, one.constants");
    }

    @Test
    void aFileMayHaveTheNameOfOneThatItTakesIn() throws IOException {
        Path mine = write("lab.platform", "include lab", "link.rate = 80 MB/s");
        assertEquals(80, Platform.constantsOf(mine.toString()).number("link.rate"));
        Files.createDirectory(folder.resolve("old"));
        write("old/hosts.constants", "a = 1");
        write("hosts.constants", "include old/hosts.constants", "a = 2");
        assertEquals(
                2,
                Platform.constantsOf(write("mine.platform", "include hosts.constants")
                                .toString())
                        .number("a"));
        Path again = write("again.platform", "include old/../again.platform");
        assertMessage(
                () -> Platform.constantsOf(again.toString()),
                "again.platform:1: again.platform includes itself: again.platform");
    }

    @Test
    void textOfWindowsIsRead() throws IOException {
        Path mine = Files.writeString(folder.resolve("mine.platform"), "\uFEFFa = 1\r\nb = 2\r\n");
        Constants read = Platform.constantsOf(mine.toString());
        assertEquals(1, read.number("a"));
        assertEquals("mine.platform:2", read.get("b").place());
    }

    @Test
    void aFileInAnotherEncodingIsRefused() throws IOException {
        Path mine = Files.write(folder.resolve("mine.platform"), "# für".getBytes(StandardCharsets.ISO_8859_1));
        assertMessage(
                () -> Platform.constantsOf(mine.toString()),
                "platform " + mine + ": cannot read " + mine + ": expected text in UTF-8");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path none = folder.resolve("none.platform");
        assertMessage(() -> Platform.constantsOf(none.toString()), "platform " + none + ": there is no file " + none);
    }

    private static Constants parse(String... lines) {
        return PlatformFile.parse("constants", List.of(lines)).constants();
    }

    private Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private static void assertMessage(Runnable what, String message) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, what::run).getMessage());
    }
}
