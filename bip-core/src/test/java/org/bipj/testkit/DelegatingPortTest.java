package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.bipj.core.nic.NicPort;
import org.junit.jupiter.api.Test;

class DelegatingPortTest {
    @Test
    void noDefaultOfThePortIsLeftStanding() {
        List<Method> defaults = Arrays.stream(DelegatingPort.class.getMethods())
                .filter(method -> method.getDeclaringClass() == NicPort.class)
                .toList();

        assertEquals(List.of(), defaults);
    }
}
