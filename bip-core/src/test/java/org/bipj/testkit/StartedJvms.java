package org.bipj.testkit;

import java.io.File;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts the JVMs that this one starts, and that those start. A thread looks for new processes so often that each JVM, which lives for a
 * tenth of a second at least, is seen; it reads little of each, and of most of them once.
 */
final class StartedJvms {
    /** A look takes half a millisecond. */
    private static final int PERIOD_MS = 100;

    private static final String JAVA = "java";
    /** The command {@code java} has one thread until it makes a JVM, which some options let it end without. */
    private static final int FEWEST_THREADS = 3;

    /** A descendant: the number of JVMs between it and this one, and whether it is one itself. */
    private record Descendant(int above, boolean isJvm) {}

    private final long self = ProcessHandle.current().pid();
    private final Map<Long, Descendant> descendants = new HashMap<>();
    private final Set<Long> others = new HashSet<>();
    private volatile int direct;
    private volatile int all;

    /** Begins to look. */
    void start() {
        Thread.ofPlatform().daemon().name("started-jvms").start(this::watch);
    }

    /** JVMs that no other descendant of this one has started, as that of {@code mpirun}. */
    int direct() {
        return direct;
    }

    /** All JVMs. */
    int all() {
        return all;
    }

    private void watch() {
        try {
            while (true) {
                look();
                Thread.sleep(PERIOD_MS);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void look() {
        String[] names = new File("/proc").list();
        Set<Long> alive = new HashSet<>();
        for (String name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0))) {
                long pid = Long.parseLong(name);
                alive.add(pid);
                Descendant known = descendants.get(pid);
                // A shell, and the command java, may become a JVM: whoever is none is looked at again.
                if (!others.contains(pid) && (known == null || !known.isJvm)) {
                    look(name, pid);
                }
            }
        }
        descendants.keySet().retainAll(alive);
        others.retainAll(alive);
    }

    private void look(String name, long pid) {
        ProcessorTime.Process process = pid == self ? null : ProcessorTime.of(name);
        if (process == null) {
            return;
        }
        Descendant parent = descendants.get(process.parent());
        if (parent == null && process.parent() != self) {
            // Or its parent, not yet seen, comes later in the folder: a shell's child in the same moment.
            if (process.parent() <= 1 || others.contains(process.parent())) {
                others.add(pid);
            }
            return;
        }
        int above = parent == null ? 0 : parent.above + (parent.isJvm ? 1 : 0);
        boolean isJvm = process.program().equals(JAVA) && process.threads() >= FEWEST_THREADS;
        if (isJvm) {
            all++;
            direct += above == 0 ? 1 : 0;
        }
        descendants.put(pid, new Descendant(above, isJvm));
    }
}
