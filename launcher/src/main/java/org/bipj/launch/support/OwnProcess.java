package org.bipj.launch.support;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.bipj.core.machine.HostSystem;

/**
 * What a run of the launcher takes from the process that it is in: standard streams, environment, other processes, signals, and the end.
 * The same holds for the JVM of ranks that share one. A run is in the process of this JVM unless its thread has entered another one, as
 * tests do, of which many share a JVM.
 */
public class OwnProcess {
    private static final InheritableThreadLocal<OwnProcess> OF_THREAD = new InheritableThreadLocal<>();
    private static final OwnProcess OF_JVM = new OwnProcess();

    /** The process of this JVM; what another one does differently it overrides. */
    protected OwnProcess() {}

    /** The process that the current thread runs in. */
    public static OwnProcess current() {
        OwnProcess entered = OF_THREAD.get();
        return entered == null ? OF_JVM : entered;
    }

    /** The current thread, and threads that it starts later, run in this process. */
    public final void enter() {
        OF_THREAD.set(this);
        LauncherVariables.enter(environment());
    }

    // ---- streams and environment ------------------------------------------------------------------------------------

    /** Standard input. */
    public InputStream in() {
        return StandardInput.stream();
    }

    /** Standard output for the launcher's own text. */
    public PrintStream out() {
        return System.out;
    }

    /** Standard error for the launcher's own text. */
    public PrintStream err() {
        return System.err;
    }

    /** Standard output for what ranks print: without a buffer, and with errors that are reported. */
    public OutputStream standardOutput() {
        return new FileOutputStream(FileDescriptor.out);
    }

    /** Standard error for what ranks print. */
    public OutputStream standardError() {
        return new FileOutputStream(FileDescriptor.err);
    }

    /** The environment; null: that of the JVM. */
    protected Map<String, String> environment() {
        return null;
    }

    /** The program's class loader finds in this one the library, and nothing of the program. */
    public ClassLoader library() {
        return OwnProcess.class.getClassLoader();
    }

    // ---- other processes and signals --------------------------------------------------------------------------------

    /** A description of a process, with a copy of this one's environment. */
    public final ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder();
        Map<String, String> own = environment();
        if (own != null) {
            builder.environment().clear();
            builder.environment().putAll(own);
        }
        return builder;
    }

    /** Starts a process for ranks. */
    public Process start(ProcessBuilder builder) throws IOException {
        return builder.start();
    }

    /** Sends a signal to the groups that processes of ranks lead: {@link ProcessGroup#signal}. */
    public void signal(String signal, List<Long> leaders) {
        ProcessGroup.signal(signal, leaders);
    }

    /** Starts what ends the ranks if this process is killed. */
    public Watchdog watchdog() {
        return Watchdog.start();
    }

    /**
     * Lets signals that stop and continue this process do so with the ranks: {@link JobControl#install}. On a portable system ranks are in
     * the same group of processes.
     */
    public void forwardStops(Consumer<String> ranks) {
        if (!HostSystem.isPortable()) {
            JobControl.install(ranks);
        }
    }

    /** Runs an action for each SIGUSR1, from soon on, unless the system is portable: {@link UserSignal#onUsr1}. */
    public void onUsr1(Runnable action) {
        if (!HostSystem.isPortable()) {
            UserSignal.onUsr1(action);
        }
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Runs a thread when this process begins to end, whatever ends it. */
    public void atEnd(Thread hook) {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Runs an action after the end, where the JVM goes on: frees what the end of a JVM frees by itself. */
    public void afterEnd(Runnable action) {
        // This JVM ends.
    }

    /** Ends this process; its hooks run. */
    public void exit(int code) {
        System.exit(code);
    }

    /** Ends this process at once. */
    public void halt(int code) {
        Runtime.getRuntime().halt(code);
    }

    /** Does not return: the end comes meanwhile. */
    public void awaitEnd() {
        while (true) {
            LockSupport.park();
            // A thread that has been interrupted would not be parked any more.
            boolean ignored = Thread.interrupted();
        }
    }

    // ---- the JVM of ranks that share it -----------------------------------------------------------------------------

    /** From now on programs find these streams in {@link System}, and their class path. */
    public void show(InputStream in, PrintStream out, PrintStream err, String classPath) {
        System.setIn(in);
        System.setOut(out);
        System.setErr(err);
        System.setProperty(LauncherVariables.OWN_CLASS_PATH, classPath);
    }

    /** Handles what ends a thread from now on. */
    public void onUncaught(Thread.UncaughtExceptionHandler handler) {
        Thread.setDefaultUncaughtExceptionHandler(handler);
    }
}
