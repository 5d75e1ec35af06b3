package org.bipj.launch.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.profile.AddedCalls;
import org.bipj.launch.profile.CallTimerTest;
import org.bipj.mpi.call.TimelineMarks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The classes of a recorded rank are valid, and what they call is there: each mark has its method. */
class CallMarkerTest {
    static Stream<Class<?>> marked() {
        return Stream.concat(CallTimerTest.facade(), Stream.of(TimelineMarks.class));
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
