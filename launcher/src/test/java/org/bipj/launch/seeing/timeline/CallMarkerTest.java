package org.bipj.launch.seeing.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpi.File;
import mpi.Win;
import org.bipj.core.nic.WaitMarks;
import org.bipj.launch.seeing.profile.AddedCalls;
import org.bipj.launch.seeing.profile.CallTimerTest;
import org.bipj.mpi.call.TimelineMarks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import waits.Sites;

/** The classes of a recorded rank are valid, and what they call is there: each mark has its method. */
class CallMarkerTest {
    /** At its beginning, at its end, and where it fails. */
    private static final int CALLS_OF_CONSTRUCTOR = 3;

    static Stream<Class<?>> marked() {
        return Stream.concat(CallTimerTest.facade(), Stream.of(TimelineMarks.class, WaitMarks.class));
    }

    /** The channel has each of the methods that call the recorder first. */
    @Test
    void packetsAreCounted() throws ReflectiveOperationException, IOException {
        Set<String> types = PacketMarks.ALL.stream().map(PacketMarks.Mark::type).collect(Collectors.toSet());
        for (String type : types) {
            byte[] compiled = AddedCalls.compiled(Class.forName(type.replace('/', '.')));
            byte[] marked = CallMarker.mark(compiled);
            assertEquals(List.of(), ClassFile.of().verify(marked));
            AddedCalls.assertThere(marked);
            assertEquals(
                    PacketMarks.ALL.stream()
                            .filter(mark -> mark.type().equals(type))
                            .count(),
                    AddedCalls.count(marked, compiled));
        }
    }

    /** A class of the program says which of its calls comes, and is valid; one without calls stays as it is. */
    @Test
    void callsOfAProgramAreNumbered() throws IOException {
        ClassLoader loader = CallMarkerTest.class.getClassLoader();
        byte[] compiled = AddedCalls.compiled(Sites.class);
        byte[] marked = CallSites.mark(loader, compiled);
        assertEquals(List.of(), ClassFile.of().verify(marked));
        assertTrue(new String(marked, StandardCharsets.ISO_8859_1).contains(CallSites.METHOD));
        assertNull(CallSites.mark(loader, AddedCalls.compiled(JobFacts.class)));
        assertTrue(CallSites.isOfProgram("waits/Sites"));
        assertFalse(CallSites.isOfProgram("mpi/Comm") || CallSites.isOfProgram("java/lang/String"));
    }

    @Test
    void theAgentHasItsClasses() throws IOException {
        AddedCalls.assertWhole(TimelineFolder.classes());
    }

    /** A constructor that all processes call is an operation; the one that calls it is not another one. */
    @Test
    void constructorsAreRecorded() throws IOException {
        assertEquals(
                3 * CALLS_OF_CONSTRUCTOR,
                AddedCalls.countInConstructors(CallMarker.mark(AddedCalls.compiled(Win.class))));
        assertEquals(
                CALLS_OF_CONSTRUCTOR, AddedCalls.countInConstructors(CallMarker.mark(AddedCalls.compiled(File.class))));
    }

    @ParameterizedTest
    @MethodSource("marked")
    void theirCallsAreThere(Class<?> type) throws IOException {
        byte[] bytes = AddedCalls.compiled(type);
        byte[] marked = CallMarker.mark(bytes);
        assertTrue(CallMarker.isMarked(type.getName().replace('.', '/')));
        assertEquals(List.of(), ClassFile.of().verify(marked));
        assertTrue(marked.length > bytes.length);
        AddedCalls.assertThere(marked);
    }
}
