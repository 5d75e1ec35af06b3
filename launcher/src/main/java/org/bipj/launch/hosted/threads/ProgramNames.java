package org.bipj.launch.hosted.threads;

/** The names by which a program knows classes that take the places of the JDK's. */
public final class ProgramNames {
    private static final String OURS = "org.bipj.launch.hosted.";
    private static final String MOVED = "rank.";

    private ProgramNames() {}

    /** The name of a class as the program's source has it. */
    public static String of(Class<?> type) {
        Class<?> at = type;
        while (at.getName().startsWith(OURS) && at.getSuperclass() != Object.class) {
            at = at.getSuperclass();
        }
        return at.getName().startsWith(MOVED) ? at.getName().substring(MOVED.length()) : at.getName();
    }

    /** What the JDK's {@code toString} says of an object whose class takes the place of one of the JDK's. */
    public static String in(String text, Object object) {
        String own = object.getClass().getName();
        return text.startsWith(own) ? of(object.getClass()) + text.substring(own.length()) : text;
    }
}
