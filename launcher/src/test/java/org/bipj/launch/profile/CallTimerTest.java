package org.bipj.launch.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.util.List;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The wrapped classes are valid: a JVM would ignore an agent's class that cannot be made, and reject one that is wrong. */
class CallTimerTest {
    /** The classes that programs use. */
    static Stream<Class<?>> facade() {
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
        byte[] bytes;
        try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
            bytes = in.readAllBytes();
        }
        byte[] wrapped = CallTimer.wrap(bytes);
        assertEquals(List.of(), ClassFile.of().verify(wrapped));
        assertTrue(wrapped.length > bytes.length, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mpi/Datatype", "mpi/Group", "mpi/MessageChecks", "mpi/MPIException", "mpi/Status"})
    void othersStay(String name) {
        assertFalse(MpiMethods.isTimed(name));
    }
}
