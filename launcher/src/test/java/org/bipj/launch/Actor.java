package org.bipj.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import org.bipj.am2.ActiveMessages;
import org.bipj.bip.Bip;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.runtime.Client;
import org.bipj.splitc.SplitC;

/**
 * A rank that does what its arguments say, one step each: {@code STEP}, {@code STEP:VALUE}, or either with {@code @RANK}
 * behind it for one rank alone. It joins the job directly, below MPI, or by an interface
 * that it uses.
 */
public final class Actor {
    private static int counter;
    private static AutoCloseable used;

    private Actor() {}

    /** Performs the steps. */
    public static void main(String[] steps) throws Exception {
        Job job = Jobs.of(Actor.class);
        for (String step : steps) {
            int at = step.lastIndexOf('@');
            if (at < 0 || Integer.parseInt(step.substring(at + 1)) == job.rank()) {
                String what = at < 0 ? step : step.substring(0, at);
                int colon = what.indexOf(':');
                String value = colon < 0 ? "" : what.substring(colon + 1);
                perform(job, colon < 0 ? what : what.substring(0, colon), value);
            }
        }
    }

    private static void perform(Job job, String step, String value) throws Exception {
        switch (step) {
            case "init" -> job.started(Client.MPI.ordinal());
            case "use" -> used = use(value);
            case "close" -> used.close();
            case "finalize" -> job.finished();
            case "open" -> job.open();
            case "crowded" -> System.out.println("crowded " + job.isCrowded());
            case "print" -> System.out.println(value.replace("%r", Integer.toString(job.rank())));
            case "err" -> System.err.println(value.replace("%r", Integer.toString(job.rank())));
            case "unfinished" -> System.out.print(value);
            case "count" -> System.out.println("count " + ++counter);
            case "lines" -> lines(job, Integer.parseInt(value));
            case "cat" -> cat(job);
            case "env" -> System.out.println(value + "=" + System.getenv(value));
            case "property" -> System.out.println(value + "=" + System.getProperty(value));
            case "jvm" ->
                System.out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
            case "collectors" ->
                ManagementFactory.getGarbageCollectorMXBeans()
                        .forEach(bean -> System.out.println("collector " + bean.getName()));
            case "heap" -> System.out.println("heap " + Runtime.getRuntime().maxMemory() / (1 << 20));
            case "sleep" -> Thread.sleep(Long.parseLong(value));
            case "hang" -> hangHere();
            default -> end(job, step, value);
        }
    }

    private static AutoCloseable use(String what) {
        return switch (what) {
            case "bip" -> Bip.init();
            case "am" -> ActiveMessages.init();
            case "splitC" -> SplitC.init();
            default -> throw new IllegalArgumentException("no interface " + what);
        };
    }

    private static void end(Job job, String step, String value) throws Exception {
        switch (step) {
            case "exit" -> System.exit(Integer.parseInt(value));
            case "exitReference" -> java.util.List.of(Integer.valueOf(value)).forEach(System::exit);
            case "runtimeExit" -> Runtime.getRuntime().exit(Integer.parseInt(value));
            case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(value));
            case "abort" -> job.abort(Integer.parseInt(value), "the actor was told to");
            case "throw" -> throw new IllegalStateException(value);
            case "throwInThread" ->
                new Thread(() -> {
                            throw new IllegalStateException(value);
                        })
                        .start();
            case "kill" -> {
                String pid = Long.toString(ProcessHandle.current().pid());
                new ProcessBuilder("sh", "-c", "kill -" + value + " " + pid).start();
                hangHere();
            }
            case "child" -> new ProcessBuilder("sleep", value).inheritIO().start();
            case "busyThread" -> new Thread(Actor::hangHere, "busy").start();
            default -> throw new IllegalArgumentException("no step " + step);
        }
    }

    private static void lines(Job job, int count) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < count; i++) {
            // Of very different lengths, up to more than a pipe holds.
            int length = i % 17 == 0 ? 100_000 : i % 300;
            all.append(job.rank())
                    .append(' ')
                    .append(i)
                    .append(' ')
                    .repeat('a' + job.rank(), length)
                    .append('\n');
            if (all.length() > 3000) {
                // In pieces that do not end with a line.
                System.out.print(all);
                all.setLength(0);
            }
        }
        System.out.print(all);
        System.out.flush();
    }

    private static void cat(Job job) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = in.readLine()) != null) {
            System.out.println(job.rank() + " read " + line);
        }
        System.out.println(job.rank() + " end of input");
    }

    /** Not by sleeping, which takes no real time in a simulation. */
    private static void hangHere() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
    }
}
