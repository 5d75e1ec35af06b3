package org.bipj.core.report;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rank that waits, as it is reported where a job hangs.
 *
 * @param rank the rank
 * @param thread the thread of the rank that waits, among several; null: its main one
 * @param call the library's method that the program has called, as programs name it
 * @param waitsFor what it waits for, such as "a message from rank 1 with tag 7"; empty: it does not say; null: it polls
 * @param place the program's own calls, innermost first, as in a stack trace, a line each
 * @param since when the wait began, or how long ago, in the unit of its {@link WaitReport}; NaN: unknown
 */
public record Waiter(
        int rank,
        @Nullable String thread,
        String call,
        @Nullable String waitsFor,
        String place,
        double since) {
    /** The {@code call} of a rank that waits in no call of the library. */
    private static final String OWN_PROGRAM = "its program";

    /** Classes that call a test which runs on ranks. */
    private static final Set<String> CALLERS_OF_TESTS =
            Set.of("org.bipj.junit.RankTest", "org.bipj.junit.RankLambda", "org.bipj.junit.RankMpi");

    /** A rank, or its main thread. */
    public Waiter(int rank, String call, @Nullable String waitsFor, String place, double since) {
        this(rank, null, call, waitsFor, place, since);
    }

    /** A rank with these calls, innermost first. */
    public static Waiter of(int rank, @Nullable String waitsFor, double since, List<StackTraceElement> stack) {
        return of(rank, null, waitsFor, since, stack);
    }

    /** A thread of a rank with these calls, innermost first; null: its main one. */
    public static Waiter of(
            int rank, @Nullable String thread, @Nullable String waitsFor, double since, List<StackTraceElement> stack) {
        return new Waiter(rank, thread, call(stack), waitsFor, place(stack), since);
    }

    /** True if the rank's program has called the library. */
    public boolean isInLibrary() {
        return !call.equals(OWN_PROGRAM);
    }

    private static String call(List<StackTraceElement> stack) {
        int depth = libraryDepth(stack);
        if (depth == 0) {
            return OWN_PROGRAM;
        }
        StackTraceElement called = stack.get(depth - 1);
        return called.getClassName().replace('$', '.') + "." + called.getMethodName();
    }

    /**
     * The program's own calls, innermost first, as in a stack trace, a line each; without the name of the rank's class
     * loader. All calls where none is the program's, unless a test's rank is initialised or finalised for it.
     */
    public static String place(List<StackTraceElement> stack) {
        int from = libraryDepth(stack);
        int to = Math.max(from, programEnd(stack));
        StringBuilder text = new StringBuilder();
        boolean isUnknown = from == to && stack.stream().noneMatch(Waiter::isCallerOfTest);
        for (StackTraceElement frame : isUnknown ? stack : stack.subList(from, to)) {
            text.append("\tat ").append(ProgramFrames.plain(frame)).append(System.lineSeparator());
        }
        return text.toString();
    }

    /**
     * Index of the first frame of the program's caller: a {@code main} called by reflection, or a test called by
     * one of the {@link #CALLERS_OF_TESTS}.
     */
    private static int programEnd(List<StackTraceElement> stack) {
        for (int i = stack.size() - 1; i > 0; i--) {
            if (isCallerOfTest(stack.get(i)) && !isCallerOfTest(stack.get(i - 1))) {
                return withoutReflection(stack, i);
            }
            if (stack.get(i - 1).getMethodName().equals("main")
                    && stack.get(i).getClassName().startsWith("jdk.internal.reflect.")) {
                return i;
            }
        }
        return stack.size();
    }

    private static boolean isCallerOfTest(StackTraceElement frame) {
        return CALLERS_OF_TESTS.contains(frame.getClassName());
    }

    /** The given end, before frames of reflection that come last. */
    private static int withoutReflection(List<StackTraceElement> stack, int end) {
        int last = end;
        while (last > 0 && stack.get(last - 1).getClassName().matches("(java\\.lang|jdk\\.internal)\\.reflect\\..*")) {
            last--;
        }
        return last;
    }

    /** Frames of the library, and of the JDK below them, inside the program's innermost one. */
    private static int libraryDepth(List<StackTraceElement> stack) {
        int depth = 0;
        for (int i = 0; i < stack.size(); i++) {
            String name = stack.get(i).getClassName();
            if (ProgramFrames.isLibrary(name, ProgramFrames.Library.INTERFACES)) {
                depth = i + 1;
            } else if (!ProgramFrames.isJdk(name)) {
                break;
            }
        }
        return depth;
    }
}
