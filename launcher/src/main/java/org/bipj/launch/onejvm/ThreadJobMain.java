package org.bipj.launch.onejvm;

import java.io.IOException;
import java.util.List;
import org.bipj.core.machine.TaskLimit;
import org.bipj.launch.onejvm.job.ThreadJobSpec;
import org.bipj.launch.onejvm.simjob.DrawnFaults;
import org.bipj.launch.onejvm.simjob.ExploredJob;
import org.bipj.launch.onejvm.simjob.SeededJob;
import org.bipj.launch.onejvm.simjob.SimulatedJob;
import org.bipj.launch.onejvm.threadjob.ThreadModeJob;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.UsageException;

/** The JVM of a job whose ranks are threads or coroutines. */
public final class ThreadJobMain {
    private static final int LAUNCHER_GONE = 137;
    private static final long LOOK_MS = 250;

    private ThreadJobMain() {}

    /**
     * Runs the job in a JVM that the launcher has started, and whose end it does not outlive.
     *
     * @param args a {@link ThreadJobSpec}
     */
    public static void main(String[] args) throws IOException {
        ProcessHandle.current().parent().ifPresent(ThreadJobMain::watch);
        run(args);
    }

    /**
     * Runs the job.
     *
     * @param args a {@link ThreadJobSpec}
     */
    public static void run(String[] args) throws IOException {
        ThreadJobSpec spec = ThreadJobSpec.of(List.of(args));
        try {
            if (spec.sim() == null) {
                new ThreadModeJob(spec).start();
            } else {
                simulate(spec);
            }
        } catch (LaunchException e) {
            OwnProcess.current().err().println("mpirun: " + e.getMessage());
            OwnProcess.current().halt(e.exitCode());
        } catch (OutOfMemoryError e) {
            if (!TaskLimit.isReachedBy(e.getMessage())) {
                throw e;
            }
            OwnProcess.current().err().println("mpirun: " + TaskLimit.named(e.getMessage()));
            OwnProcess.current().halt(1);
        }
    }

    private static void simulate(ThreadJobSpec spec) throws IOException {
        SimulatedJob job;
        try {
            if (spec.options().exploration() != null
                    && spec.options().exploration().triesAll()) {
                new ExploredJob(spec).run();
                return;
            }
            if (spec.options().seeds() != null) {
                new SeededJob(spec).run();
                return;
            }
            DrawnFaults faults = DrawnFaults.of(spec);
            if (!faults.line().isEmpty()) {
                OwnProcess.current().err().println("mpirun: " + faults.line());
            }
            job = new SimulatedJob(faults.spec());
        } catch (IllegalArgumentException e) {
            OwnProcess.current().err().println("mpirun: " + e.getMessage());
            OwnProcess.current().halt(UsageException.EXIT_CODE);
            return;
        } catch (IOException e) {
            OwnProcess.current().err().println("mpirun: " + e.getMessage());
            OwnProcess.current().halt(1);
            return;
        }
        job.run();
    }

    private static void watch(ProcessHandle launcher) {
        try {
            Thread.ofPlatform().daemon().name("bipj-launcher-watch").start(() -> endWith(launcher));
        } catch (OutOfMemoryError e) {
            // The ranks' threads cannot be started either, which is said there.
            System.getLogger(ThreadJobMain.class.getName()).log(System.Logger.Level.DEBUG, "no thread", e);
        }
    }

    /** The watchdog kills this JVM in the same case; this holds where there is no watchdog any more. */
    private static void endWith(ProcessHandle launcher) {
        try {
            while (launcher.isAlive()) {
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            return;
        }
        Runtime.getRuntime().halt(LAUNCHER_GONE);
    }
}
