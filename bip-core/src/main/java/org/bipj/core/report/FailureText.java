package org.bipj.core.report;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bipj.core.machine.TaskLimit;

/**
 * An exception as the user of a program wants to see it: a stack trace without the library's own calls, without the
 * library's inner exceptions that repeat the message, and without the callers of the program's main method. Where no call of
 * the program is left, all calls stay. Calls that repeat, as those of a stack overflow, are there once.
 */
public final class FailureText {
    /** A line of a stack trace: indentation, module or class loader, class and method, place. */
    private static final Pattern CALL = Pattern.compile("(\\t+at )((?:[^/()]*/)*)([^/()]+)(\\(.*)");

    private static final Pattern LIBRARY =
            Pattern.compile("(mpi|org\\.bipj\\.(bip|core|mpi|net|shm|sim|launch))\\.[^ ]*", Pattern.DOTALL);
    private static final Pattern REFLECTION =
            Pattern.compile("\\t+at (java\\.base/)?(jdk\\.internal\\.reflect\\.|java\\.lang\\.reflect\\.Method\\.).*");
    private static final Pattern CAUSE = Pattern.compile("\\t*(?:Caused by|Suppressed): (?:([^:]*)(?:: (.*))?)");
    /** How a JVM begins the trace of an exception that ends a thread. */
    private static final Pattern UNCAUGHT = Pattern.compile("\\AException in thread \"([^\"]*)\" ");

    private static final Pattern IN_COMMON = Pattern.compile("\\t+\\.\\.\\. \\d+ (more|common frames omitted)");
    /** Call the main method of a program, or a test, whose rank shares its JVM. */
    private static final Pattern CALLER_OF_PROGRAM = Pattern.compile(
            "org\\.bipj\\.(launch\\.hosted\\.loader\\.MainMethod|junit\\.(RankTest|RankLambda|RankMpi))\\..*");

    private final List<String> lines = new ArrayList<>();
    private boolean hasCalls;
    /** The rest of the current exception's calls, or of its text too, is left out. */
    private boolean skipCalls;

    private boolean skipAll;

    private FailureText() {}

    /** The text of an exception, without a line's end behind it. */
    public static String of(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return TaskLimit.named(of(trace.toString()));
    }

    /** The text of a printed stack trace. */
    public static String of(String trace) {
        FailureText text = new FailureText();
        trace.lines().forEach(text::take);
        return shortened(text.hasCalls ? String.join("\n", text.lines) : trace.stripTrailing());
    }

    /** A printed stack trace in which the calls of a recursion are there once, with their number. */
    public static String shortened(String trace) {
        return String.join("\n", RepeatedCalls.shortened(trace.lines().toList()));
    }

    /** Beginning of messages that name the exception that ended a thread other than the program's main one. */
    public static String uncaughtIn(Thread thread) {
        return "uncaught in thread \"" + thread.getName() + "\": ";
    }

    /** What a JVM prints of an exception that ends a thread, in the words of {@link #uncaughtIn} and reduced. */
    public static String uncaught(String trace) {
        Matcher begin = UNCAUGHT.matcher(trace);
        String failure = begin.find() ? trace.substring(begin.end()) : trace;
        boolean isMain = !begin.hasMatch() || begin.group(1).equals("main");
        return "uncaught " + (isMain ? "" : "in thread \"" + begin.group(1) + "\": ") + of(failure);
    }

    /** The first line of a text without digits: ranks and counts differ in reports of the same error. */
    public static String kind(String text) {
        return text.lines().findFirst().orElse("").replaceAll("\\d+", "");
    }

    /** The lines of a text behind the message: calls and causes; empty if there are none. */
    public static String below(String text) {
        return text.lines()
                .dropWhile(line -> !line.startsWith("\t") && !line.startsWith("Caused by: "))
                .collect(Collectors.joining("\n"));
    }

    private void take(String line) {
        Matcher call = CALL.matcher(line);
        if (call.matches()) {
            takeCall(call);
            return;
        }
        Matcher cause = CAUSE.matcher(line);
        if (cause.matches()) {
            skipCalls = false;
            skipAll = isSaidBefore(cause.group(1), cause.group(2));
        }
        if (!skipAll && !IN_COMMON.matcher(line).matches()) {
            lines.add(line);
        }
    }

    /** True for an exception of the library's inside whose message stands in the one that programs see. */
    private boolean isSaidBefore(String type, String message) {
        return LIBRARY.matcher(type).matches()
                && (message == null || lines.stream().anyMatch(line -> line.contains(message)));
    }

    private void takeCall(Matcher call) {
        if (skipAll || skipCalls) {
            return;
        }
        String loader = call.group(2);
        if (CALLER_OF_PROGRAM.matcher(call.group(3)).matches()) {
            skipCalls = true;
            while (REFLECTION.matcher(lines.getLast()).matches()) {
                lines.removeLast();
            }
        } else if (!LIBRARY.matcher(call.group(3)).matches()) {
            // A class loader's name says only which rank's, but a module's is part of the place.
            String place = loader.endsWith("//") ? "" : loader;
            lines.add(call.group(1) + place + call.group(3) + call.group(4));
            hasCalls |= place.isEmpty();
        }
    }
}
