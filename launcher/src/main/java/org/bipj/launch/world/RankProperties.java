package org.bipj.launch.world;

import org.bipj.launch.system.LauncherVariables;

/**
 * Replaces the JDK's methods that read system properties in a rank that is a host with IP: the JVM has one value of a
 * property for all ranks. Public because the programs' classes call it.
 */
public final class RankProperties {
    private RankProperties() {}

    /** Instead of {@code System.getProperty(key)}. */
    public static String getProperty(String key) {
        RankWorld world = LauncherVariables.HOST_DIRECTORY.equals(key) ? RankWorld.current() : null;
        return world == null
                ? LauncherVariables.property(key)
                : world.hostDirectory().toString();
    }

    /** Instead of {@code System.getProperty(key, other)}. */
    public static String getProperty(String key, String other) {
        String value = getProperty(key);
        return value == null ? other : value;
    }
}
