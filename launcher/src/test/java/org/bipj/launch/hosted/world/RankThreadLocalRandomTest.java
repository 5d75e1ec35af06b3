package org.bipj.launch.hosted.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The methods of {@link RankThreadLocalRandom} are those by which the JDK's generators draw. */
class RankThreadLocalRandomTest {
    /** What draws nothing. */
    private static final Set<String> OTHERS = Set.of("isDeprecated", "setSeed");

    private static String text(String name, Stream<Class<?>> parameters) {
        return parameters.map(Class::getName).collect(Collectors.joining(",", name + "(", ")"));
    }

    @Test
    void eachMethodThatDrawsIsReplaced() {
        Set<String> ofJdk = new TreeSet<>();
        for (Class<?> type : List.of(ThreadLocalRandom.class, RandomGenerator.class)) {
            for (Method method : type.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers())
                        && RandomGenerator.class.isAssignableFrom(method.getDeclaringClass())
                        && !OTHERS.contains(method.getName())) {
                    ofJdk.add(text(method.getName(), Stream.of(method.getParameterTypes())));
                }
            }
        }
        Set<String> ours = new TreeSet<>();
        for (Method method : RankThreadLocalRandom.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())) {
                ours.add(text(
                        method.getName(), Stream.of(method.getParameterTypes()).skip(1)));
            }
        }
        assertEquals(ofJdk, ours);
    }
}
