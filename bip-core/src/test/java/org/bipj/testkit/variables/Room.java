package org.bipj.testkit.variables;

/** May read variables. */
public final class Room {
    private Room() {}

    /** In a nested class, too. */
    public static final class Inner {
        private Inner() {}

        static String value() {
            return System.getenv("BIPJ_NONE");
        }
    }
}
