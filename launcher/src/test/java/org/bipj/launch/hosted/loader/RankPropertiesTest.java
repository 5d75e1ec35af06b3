package org.bipj.launch.hosted.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RankPropertiesTest {
    /** One that is not would read and change the empty table of this object. */
    @Test
    void eachMethodOfPropertiesIsOverridden() {
        Set<String> missing = new TreeSet<>();
        for (Method method : Properties.class.getMethods()) {
            boolean isOfObject = method.getDeclaringClass() == Object.class;
            if (!isOfObject && !Modifier.isStatic(method.getModifiers()) && !overrides(method)) {
                missing.add(method.toGenericString());
            }
        }
        assertEquals(Set.of(), missing);
    }

    private static boolean overrides(Method method) {
        return Arrays.stream(RankProperties.class.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }
}
