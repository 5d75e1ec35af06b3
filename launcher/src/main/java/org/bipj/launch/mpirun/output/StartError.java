package org.bipj.launch.mpirun.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.bipj.core.machine.TaskLimit;

/**
 * What a JVM says that cannot start a program: that there is no such class, jar, module or option. All ranks say the same, each for
 * itself. It is held back until the rank's process has ended, so that it can be shown once. Only a stream that begins with such a line
 * is held, and from there on to its end, since the JVM says it last.
 */
public final class StartError {
    /** How the first line begins, by the JVM and by the command java. */
    private static final Pattern BEGINNING = Pattern.compile(
            "(Error: |Error occurred during initialization of |Unrecognized |Invalid |Missing |Improperly "
                    + "|Conflicting |\\[[0-9.,]+m?s\\]\\[(warning|error)\\]).*");

    /** What the JVM says before that of variables. */
    private static final Pattern PICKED_UP = Pattern.compile("(NOTE: )?Picked up .*");

    private static final Pattern NO_CLASS = Pattern.compile("Could not find or load main class");

    private static final int LONGEST_BEGINNING = 2000;
    private static final int LONGEST = 16 << 10;

    /** What takes the lines once they are shown. */
    private final Consumer<byte[]> shown;

    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private String classPath;
    private Path directory;
    private boolean expected;
    private boolean holds;

    StartError(Consumer<byte[]> shown) {
        this.shown = shown;
    }

    /** The next line may be the first one of these, where the program is looked for in a class path. */
    synchronized void expect(String path, Path from) {
        expected = true;
        classPath = path;
        directory = from;
    }

    /** Takes complete lines; false if they are others, which are to be shown. */
    synchronized boolean takes(byte[] bytes, int from, int to) {
        if (expected) {
            String beginning =
                    new String(bytes, from, Math.min(LONGEST_BEGINNING, to - from), StandardCharsets.ISO_8859_1);
            String first = beginning
                    .lines()
                    .dropWhile(line -> PICKED_UP.matcher(line).matches())
                    .findFirst()
                    .orElse(null);
            expected = first == null;
            holds = first != null && BEGINNING.matcher(first).matches();
        }
        if (holds) {
            held.write(bytes, from, to - from);
            if (held.size() > LONGEST) {
                pass();
            }
            return true;
        }
        return false;
    }

    synchronized boolean holds() {
        return holds;
    }

    /** Shows what is held, and all that follows. */
    public synchronized void pass() {
        if (holds) {
            holds = false;
            shown.accept(held.toByteArray());
            held.reset();
        }
    }

    /** Drops what is held. */
    public synchronized void drop() {
        held.reset();
        holds = false;
    }

    /** What is held, without its numbers: the same for ranks whose JVMs could not start for the same reason. Empty: nothing. */
    public synchronized String kind() {
        String text = held.toString(StandardCharsets.UTF_8);
        return TaskLimit.isReachedBy(text) ? TaskLimit.class.getSimpleName() : text.replaceAll("\\d+", "");
    }

    /**
     * What the JVM does not say of the reason, as the end of a sentence; empty if there is nothing.
     *
     * @param isHere true if its limits are those of this process
     */
    public synchronized String more(boolean isHere) {
        String text = held.toString(StandardCharsets.UTF_8);
        if (TaskLimit.isReachedBy(text)) {
            return isHere
                    ? ": " + TaskLimit.sentence()
                    : ": its host allows this user no more threads and processes (ulimit -u)";
        }
        return classPath != null && NO_CLASS.matcher(text).find()
                ? ": its class path is " + classPath + ", its working directory " + directory
                : "";
    }
}
