package org.bipj.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bipj.core.nic.PacketSink;
import org.junit.jupiter.api.Test;

/** What the ranks of a host cause reaches the sink of a composed port, all of it, under their ranks of the world. */
class FromLocalTest {
    private static final int PLACE = 1;
    private static final int WORLD = 7;

    private final List<String> heard = new ArrayList<>();

    @Test
    void eachCallIsForwardedWithTheWorldRank() throws ReflectiveOperationException {
        ComposedPort.FromLocal sink = new ComposedPort.FromLocal(new int[] {0, WORLD});
        sink.to = (PacketSink) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PacketSink.class}, (proxy, method, arguments) -> {
                    heard.add(method.getName() + Arrays.toString(arguments));
                    return method.getReturnType() == int.class ? PacketSink.KEEP : null;
                });
        List<String> expected = new ArrayList<>();
        for (Method method : PacketSink.class.getMethods()) {
            Object[] given = arguments(method, PLACE);
            Object result = method.invoke(sink, given);
            assertEquals(method.getReturnType() == int.class ? PacketSink.KEEP : null, result, method.getName());
            expected.add(method.getName() + Arrays.toString(arguments(method, WORLD)));
        }
        assertEquals(expected, heard);
    }

    /** Arguments that differ, the first of which is a rank where it is an int. */
    private static Object[] arguments(Method method, int rank) {
        Class<?>[] types = method.getParameterTypes();
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = value(types[i], i == 0 ? rank : 10 + i);
        }
        return values;
    }

    private static Object value(Class<?> type, int n) {
        if (type == int.class) {
            return n;
        } else if (type == long.class) {
            // A cookie is no rank.
            return 100L + (n == PLACE || n == WORLD ? 0 : n);
        } else if (type == boolean.class) {
            return true;
        }
        return type == String.class ? "text " + n : MemorySegment.NULL;
    }
}
