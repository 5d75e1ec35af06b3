package org.bipj.core.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The limits on threads and processes. Where one is reached the JVM says that memory or a limit may be the reason, or advises to
 * install it again; this names the limits.
 */
public final class TaskLimit {
    private static final String NO_THREAD = "unable to create native thread";
    /** What a JVM says then: of a thread, before its first class too, and of a process. EAGAIN is number 11 of Linux. */
    private static final Pattern REACHED =
            Pattern.compile(NO_THREAD + "|pthread_create failed \\(EAGAIN\\)|error(: |=)11\\b");

    private static final Pattern GUESS =
            Pattern.compile(NO_THREAD + "(: possibly out of memory or process/resource limits reached)?");

    private static final String OF_USER = "Max processes";
    private static final Path CONTROL_GROUPS = HostSystem.file("/sys/fs/cgroup");
    /** A JVM has about 15 threads of its own. */
    private static final int LOW = 100;

    private static final String NUMBER = "\\d+";

    private TaskLimit() {}

    /** True for what a JVM says where a thread or a process could not be started. */
    public static boolean isReachedBy(@Nullable String message) {
        return message != null && REACHED.matcher(message).find();
    }

    /** A text of the JVM with the limits in place of its guess, where a thread could not be started; else as it is. */
    public static String named(String text) {
        return text.contains(NO_THREAD)
                ? GUESS.matcher(text)
                        .replaceAll(Matcher.quoteReplacement("no further thread can be started: " + sentence()))
                : text;
    }

    /** As {@link #named}, also for the message that a process could not be started, without the JVM's advice. */
    public static String explained(String message) {
        if (message.contains(NO_THREAD) || !isReachedBy(message)) {
            return named(message);
        }
        int advice = message.indexOf("\nPossible reasons:");
        return (advice < 0 ? message : message.substring(0, advice)).strip() + ": " + sentence();
    }

    /** Which limits hold for this process. */
    public static String sentence() {
        String ofUser = ofUser(lines(HostSystem.file("/proc/self/limits")));
        String ofGroup = ofGroup(lines(HostSystem.file("/proc/self/cgroup")), CONTROL_GROUPS);
        if (ofUser == null && ofGroup == null) {
            return "the system allows no more threads and processes";
        }
        String both = ofUser != null && ofGroup != null ? ", and " : "";
        return (ofUser == null ? "" : ofUser) + both + (ofGroup == null ? "" : ofGroup);
    }

    /** The limit of the user, if it is so low that a JVM may not be able to start; else null. */
    public static @Nullable String ifLow() {
        String ofUser = ofUser(lines(HostSystem.file("/proc/self/limits")));
        return ofUser != null && Long.parseLong(ofUser.replaceAll("\\D", "")) < LOW ? ofUser : null;
    }

    /**
     * The limit of the user; null if there is none.
     *
     * @param limits the lines of {@code /proc/self/limits}
     */
    static @Nullable String ofUser(List<String> limits) {
        for (String line : limits) {
            if (line.startsWith(OF_USER)) {
                String soft = new StringTokenizer(line.substring(OF_USER.length())).nextToken();
                return soft.matches(NUMBER)
                        ? "this user may have " + soft + " threads and processes on this machine (ulimit -u)"
                        : null;
            }
        }
        return null;
    }

    /**
     * The lowest limit of the control groups that this process is in; null if there is none.
     *
     * @param memberships the lines of {@code /proc/self/cgroup}
     */
    static @Nullable String ofGroup(List<String> memberships, Path root) {
        long lowest = Long.MAX_VALUE;
        Path file = null;
        for (String line : memberships) {
            String[] fields = line.split(":", 3);
            if (fields.length < 3 || !fields[1].isEmpty() && !fields[1].equals("pids")) {
                continue;
            }
            Path top = root.resolve(fields[1]);
            // A container sees its own group as the root, whatever its name is outside.
            Path relative = Path.of("/").relativize(Path.of(fields[2]));
            for (Path group = top.resolve(relative);
                    group != null && group.startsWith(top);
                    group = group.getParent()) {
                List<String> max = lines(group.resolve("pids.max"));
                if (!max.isEmpty() && max.getFirst().matches(NUMBER) && Long.parseLong(max.getFirst()) < lowest) {
                    lowest = Long.parseLong(max.getFirst());
                    file = group.resolve("pids.max");
                }
            }
        }
        return file == null ? null : "its control group " + lowest + " (" + file + ")";
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException | UncheckedIOException e) {
            // Not Linux, or no such group here.
            return List.of();
        }
    }
}
