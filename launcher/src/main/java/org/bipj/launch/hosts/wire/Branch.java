package org.bipj.launch.hosts.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bipj.core.machine.TaskLimit;
import org.bipj.launch.support.ProcessGroup;

/** A supervisor that this process has started, with all supervisors below it. */
final class Branch {
    private static final long LAST_WORDS_MS = 1000;
    /** Exit code of ssh where it has not run the command. */
    private static final int LOGIN_FAILED = 255;
    /** Exit codes of shells that have no such command, or must not execute it. */
    private static final int NOT_FOUND = 127;

    private static final int NOT_EXECUTABLE = 126;

    private static final String EXPECTED = "; expected there, as here: ";

    private static final int LONGEST_BANNER = 500;

    private final List<TreePlan.Place> places;
    private final List<String> command;
    private final String expected;
    private final Process process;
    private final Thread errors;
    private final ControlLink link;
    /** The supervisor's JVM has said that it cannot start a thread. Written by the thread {@link #errors}. */
    private volatile boolean hasNoThreads;

    /** Nothing is to be expected of the launch agent any more. */
    private volatile boolean lost;

    /**
     * Starts the launch agent.
     *
     * @param secondsToStart how long a supervisor may take for that
     * @throws IOException if it cannot be started
     */
    Branch(TreePlan plan, List<TreePlan.Place> places, Tree.Listener listener, Tree.Starter starter, int secondsToStart)
            throws IOException {
        this.places = places;
        TreePlan.Place first = places.getFirst();
        expected = plan.expected();
        command = first.direct() ? plan.command() : agentCommand(plan, first.host());
        List<String> words = new ArrayList<>(ProcessGroup.LEADER);
        words.addAll(command);
        process = starter.start(words);
        errors = Thread.ofPlatform().daemon().name(first.host() + " errors").unstarted(() -> carryErrors(listener));
        link = new ControlLink(
                first.host(),
                process.getInputStream(),
                process.getOutputStream(),
                secondsToStart,
                plan.silence(),
                new ControlLink.Listener() {
                    @Override
                    public void arrived(ControlFrame frame) {
                        listener.arrived(frame);
                    }

                    @Override
                    public void lost(String reason) {
                        lost = true;
                        listener.lost(hostIndices(), lastWords(reason));
                    }
                });
        link.send(plan.of(places).frame());
    }

    void start() {
        errors.start();
        link.start();
    }

    /** A shell on the other side takes words in quotes apart; words that need none suit agents without a shell too. */
    private static List<String> agentCommand(TreePlan plan, String host) {
        List<String> words = new ArrayList<>(plan.agent());
        words.add(host);
        plan.command().forEach(word -> words.add(quoted(word)));
        return words;
    }

    static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private void carryErrors(Tree.Listener listener) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getErrorStream()))) {
            for (String line; (line = lines.readLine()) != null; ) {
                hasNoThreads |= TaskLimit.isReachedBy(line);
                listener.said(places.getFirst().hostIndex(), line);
            }
        } catch (IOException e) {
            // It ends with the process.
        }
    }

    /** Why the link has ended: for one that has never begun, what the launch agent says about that. */
    private String lastWords(String reason) {
        if (link.isGreeted()) {
            return reason;
        }
        StringBuilder words = new StringBuilder();
        try {
            // One that is given up ends for that.
            if (link.isEndedThere() && process.waitFor(LAST_WORDS_MS, TimeUnit.MILLISECONDS)) {
                errors.join(LAST_WORDS_MS);
                words.append("its supervisor has not started: ")
                        .append(command.getFirst())
                        .append(" ended with exit code ")
                        .append(process.exitValue())
                        .append(missing(process.exitValue()));
            } else {
                words.append(reason);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String banner = link.banner();
        if (!banner.isEmpty()) {
            words.append("; it said: ").append(banner, 0, Math.min(banner.length(), LONGEST_BANNER));
        }
        return words.toString();
    }

    /** What was missing on the host where the launch agent has ended so early with this code. */
    private String missing(int code) {
        if (hasNoThreads) {
            return ": that host allows this user no more threads and processes (ulimit -u)";
        }
        return switch (code) {
            // What ssh says itself is the reason.
            case LOGIN_FAILED -> "";
            case NOT_FOUND, NOT_EXECUTABLE -> EXPECTED + expected;
            default -> EXPECTED + expected + ", and a shell whose profile does not end it";
        };
    }

    /** The hosts of all supervisors in this branch. */
    List<Integer> hostIndices() {
        return places.stream().map(TreePlan.Place::hostIndex).toList();
    }

    long pid() {
        return process.pid();
    }

    ControlLink link() {
        return link;
    }

    /** Waits until the launch agent has ended; ends it after some time. */
    void await(long deadlineNanos) {
        try {
            // A launch agent that has not logged in yet may never do so, and there is nothing to clean up.
            boolean gone = lost || !link.isGreeted();
            long left = gone ? 0 : Math.max(0, deadlineNanos - System.nanoTime());
            if (!process.waitFor(left, TimeUnit.NANOSECONDS)) {
                ProcessGroup.signal("KILL", List.of(process.pid()));
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
