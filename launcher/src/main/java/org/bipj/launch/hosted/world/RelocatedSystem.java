package org.bipj.launch.hosted.world;

import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.support.LauncherVariables;

/**
 * What classes of the JDK that ranks define for themselves use in place of {@link System} and of
 * {@code jdk.internal.reflect.Reflection}.
 */
public final class RelocatedSystem {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private RelocatedSystem() {}

    public static String getProperty(String name) {
        return LauncherVariables.property(name);
    }

    /** The class that has called the method which asks: the first one of the rank behind it. */
    public static Class<?> getCallerClass() {
        return WALKER.walk(frames -> frames.skip(2)
                        .map(StackWalker.StackFrame::getDeclaringClass)
                        .filter(type -> type.getClassLoader() instanceof RankClassLoader)
                        .findFirst())
                .orElse(RelocatedSystem.class);
    }
}
