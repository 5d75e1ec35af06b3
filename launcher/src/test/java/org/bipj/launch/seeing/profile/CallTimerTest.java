package org.bipj.launch.seeing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
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
import org.bipj.mpi.call.TimelineMarks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The wrapped classes are valid: a JVM would ignore an agent's class that cannot be made, and reject one that is wrong. */
public class CallTimerTest {
    /** The classes that programs use. */
    public static Stream<Class<?>> facade() {
        return Stream.of(
                        MPI.class,
                        Comm.class,
                        Intracomm.class,
                        Request.class,
                        Prequest.class,
                        Message.class,
                        File.class,
                        Win.class)
                .<Class<?>>mapMulti((type, next) -> {
                    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
                        next.accept(each);
                    }
                })
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("facade")
    void wrappedClassesAreValid(Class<?> type) throws IOException {
        String name = type.getName().replace('.', '/');
        assertTrue(MpiMethods.isTimed(name), name);
        byte[] bytes = AddedCalls.compiled(type);
        byte[] wrapped = CallTimer.wrap(bytes);
        assertEquals(List.of(), ClassFile.of().verify(wrapped));
        assertTrue(wrapped.length > bytes.length, name);
        AddedCalls.assertThere(wrapped);
    }

    @Test
    void marksCallTheProfile() throws IOException {
        AddedCalls.assertThere(CallTimer.wrap(AddedCalls.compiled(TimelineMarks.class)));
        assertEquals(
                Set.of(),
                CallTimer.MARKS.stream()
                        .filter(name -> Stream.of(TimelineMarks.class.getMethods())
                                .noneMatch(mark -> mark.getName().equals(name)))
                        .collect(Collectors.toSet()));
    }

    @Test
    void theAgentHasItsClasses() throws IOException {
        AddedCalls.assertWhole(ProfileFolder.classes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mpi/Datatype", "mpi/Group", "mpi/MessageChecks", "mpi/MPIException", "mpi/Status"})
    void othersStay(String name) {
        assertFalse(MpiMethods.isTimed(name));
    }
}
