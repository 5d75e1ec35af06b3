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
import mpi.Comm;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;
import org.bipj.core.nic.WaitMarks;
import org.bipj.launch.seeing.agent.AddedCalls;
import org.bipj.launch.seeing.agent.MpiMethods;
import org.bipj.mpi.call.TimelineMarks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import waits.Sites;

/** The classes of a recorded rank are valid, and what they call is there: each mark has its method. */
class CallMarkerTest {
    /** At its beginning, at its end, and where it fails. */
    private static final int CALLS_OF_CONSTRUCTOR = 3;

    /** The classes that programs use, and those with marks. */
    static Stream<Class<?>> marked() {
        return Stream.of(
                        MPI.class,
                        Comm.class,
                        Intracomm.class,
                        Request.class,
                        Prequest.class,
                        Message.class,
                        File.class,
                        Win.class,
                        TimelineMarks.class,
                        WaitMarks.class)
                .<Class<?>>mapMulti((type, next) -> {
                    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
                        next.accept(each);
                    }
                })
                .distinct();
    }

    /** The channel has each of the methods that call the recorder first. */
    @Test
    void packetsAreCounted() throws ReflectiveOperationException, IOException {
        Set<String> types = PacketMarks.ALL.stream().map(PacketMarks.Mark::type).collect(Collectors.toSet());
        for (String type : types) {
            byte[] compiled = AddedCalls.compiled(Class.forName(type.replace('/', '.')));
            byte[] marked = new CallMarker(true).mark(compiled);
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

    /** A constructor that all processes call is an operation; the one that calls it is not another one. */
    @Test
    void constructorsAreRecorded() throws IOException {
        assertEquals(
                3 * CALLS_OF_CONSTRUCTOR,
                AddedCalls.countInConstructors(new CallMarker(true).mark(AddedCalls.compiled(Win.class))));
        assertEquals(
                CALLS_OF_CONSTRUCTOR,
                AddedCalls.countInConstructors(new CallMarker(true).mark(AddedCalls.compiled(File.class))));
    }

    @ParameterizedTest
    @MethodSource("marked")
    void theirCallsAreThere(Class<?> type) throws IOException {
        assertTrue(new CallMarker(true).isMarked(type.getName().replace('.', '/')));
        byte[] compiled = AddedCalls.compiled(type);
        byte[] marked = new CallMarker(true).mark(compiled);
        assertEquals(List.of(), ClassFile.of().verify(marked));
        assertTrue(AddedCalls.count(marked, compiled) > 0);
        AddedCalls.assertThere(marked);
    }

    /** Without records only calls and what they move are counted. */
    @Test
    void totalsTakeFewerMarks() throws IOException {
        CallMarker totals = new CallMarker(false);
        assertTrue(totals.isMarked("mpi/Comm"));
        assertFalse(totals.isMarked(WaitMarks.class.getName().replace('.', '/')));
        byte[] compiled = AddedCalls.compiled(TimelineMarks.class);
        byte[] marked = totals.mark(compiled);
        assertEquals(List.of(), ClassFile.of().verify(marked));
        AddedCalls.assertThere(marked);
        // Each finds the track of its thread first.
        assertEquals(2 * CallMarker.COUNTING.size(), AddedCalls.count(marked, compiled));
        assertEquals(
                AddedCalls.count(new CallMarker(true).mark(AddedCalls.compiled(Comm.class)), compiled),
                AddedCalls.count(totals.mark(AddedCalls.compiled(Comm.class)), compiled));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mpi/Datatype", "mpi/Group", "mpi/MessageChecks", "mpi/MPIException", "mpi/Status"})
    void othersStay(String name) {
        assertFalse(MpiMethods.isTimed(name));
        assertFalse(new CallMarker(true).isMarked(name));
    }
}
