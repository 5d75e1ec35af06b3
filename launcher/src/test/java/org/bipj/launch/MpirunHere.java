package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.bipj.core.job.RankEndedError;
import org.bipj.launch.onejvm.ThreadJobMain;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.Watchdog;

/**
 * Runs {@code mpirun} in this JVM, with streams and an environment of its own. The JVM that it starts for ranks that share one is this
 * one as well: the job is the same, from the parsed options to its exit code, but no process is started. Options of that JVM have no
 * effect. Ranks that are processes are started. Paths are relative to this JVM's folder.
 */
public final class MpirunHere extends OwnProcess {
    private static final long LIMIT_S = 100;

    /** Says the same as a variable of the ranks' JVM, which this one does not have. */
    private static final String CHECKS = "bipj.check";

    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private OutputStream standardOutput = output;
    private PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    private final PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8);
    private final Set<Long> processes = ConcurrentHashMap.newKeySet();
    private Path inputFile = Path.of("/dev/null");
    private boolean sharesJvm;
    /** Null: they run. */
    private List<List<String>> commands;

    private List<String> sharedCommand = List.of();

    private String programs = "";

    /** A run in a folder, where it has its temporary files. */
    public MpirunHere(Path directory) {
        environment.keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"));
        environment.put("TMPDIR", directory.toString());
    }

    /** Adds a variable. */
    public MpirunHere with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Lets ranks read a file. */
    MpirunHere input(Path file) {
        inputFile = file;
        return this;
    }

    /** Writes standard output elsewhere. */
    MpirunHere output(OutputStream stream) {
        standardOutput = stream;
        out = new PrintStream(stream, true, StandardCharsets.UTF_8);
        return this;
    }

    @Override
    public InputStream in() {
        try {
            return Files.newInputStream(inputFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs {@code mpirun} to its end. */
    public Mpirun.Result run(String... words) {
        int classPath = List.of(words).indexOf("-cp");
        programs = classPath < 0 || classPath + 1 == words.length ? "" : words[classPath + 1];
        sharesJvm = !Collections.disjoint(List.of(words), Set.of("thread", "sim"));
        output.reset();
        errors.reset();
        return call(() -> Main.run(List.of(words), this));
    }

    /** Runs a part of the launcher, which returns an exit code, in this process. */
    Mpirun.Result call(Callable<Integer> body) {
        CompletableFuture<Integer> code = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("mpirun").start(() -> {
            enter();
            try {
                code.complete(body.call());
            } catch (Throwable e) {
                code.completeExceptionally(e);
            }
        });
        try {
            int exitCode = code.get(LIMIT_S, TimeUnit.SECONDS);
            return new Mpirun.Result(
                    exitCode,
                    output.toString(StandardCharsets.UTF_8),
                    TimeLimits.withoutSlowStart(errors.toString(StandardCharsets.UTF_8)));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("mpirun did not end; it said: " + output + errors, e);
        }
    }

    /** Runs actors; options of {@code mpirun} first, then {@code --}, then steps. */
    Mpirun.Result act(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        int split = all.indexOf("--");
        all.remove(split);
        all.addAll(split, List.of("java", "-cp", Mpirun.programs(), Actor.class.getName()));
        return run(all.toArray(String[]::new));
    }

    /** Runs shells that do what actors do, by the steps that need no library; words as for {@link #act}. */
    Mpirun.Result actByShells(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        int split = all.indexOf("--");
        StringBuilder script = new StringBuilder();
        for (String step : all.subList(split + 1, all.size())) {
            int at = step.lastIndexOf('@');
            String what = at < 0 ? step : step.substring(0, at);
            String value = what.substring(what.indexOf(':') + 1).replace("%r", "$BIPJ_RANK");
            script.append(at < 0 ? "" : "[ $BIPJ_RANK = " + step.substring(at + 1) + " ] && ")
                    .append(
                            switch (what.split(":")[0]) {
                                case "print" -> "echo \"" + value + "\"";
                                case "err" -> "echo \"" + value + "\" >&2";
                                case "unfinished" -> "printf %s \"" + value + "\"";
                                case "cat" ->
                                    "while read -r line; do echo \"$BIPJ_RANK read $line\"; done;"
                                            + " echo \"$BIPJ_RANK end of input\"";
                                case "exit" -> "exit " + value;
                                case "kill" -> "kill -" + value + " $$";
                                case "child" -> "sleep " + value + " &";
                                case "hang" -> "while :; do sleep 100; done";
                                default -> throw new IllegalArgumentException(step);
                            })
                    .append('\n');
        }
        List<String> run = new ArrayList<>(all.subList(0, split));
        run.addAll(List.of("sh", "-c", script.toString()));
        return run(run.toArray(String[]::new));
    }

    // ---- the process of mpirun ------------------------------------------------------------------------------------

    @Override
    protected Map<String, String> environment() {
        return environment;
    }

    @Override
    public PrintStream out() {
        return out;
    }

    @Override
    public PrintStream err() {
        return err;
    }

    @Override
    public OutputStream standardOutput() {
        return standardOutput;
    }

    @Override
    public OutputStream standardError() {
        return errors;
    }

    @Override
    public Process start(ProcessBuilder builder) throws IOException {
        int main = builder.command().indexOf(ThreadJobMain.class.getName());
        if (main < 0) {
            return startProcess(builder);
        }
        sharedCommand = List.copyOf(builder.command().subList(0, main));
        List<String> job = builder.command().subList(main + 1, builder.command().size());
        return new SharedJvm(builder).start(job.toArray(String[]::new));
    }

    /** The command of the JVM that this one has stood for in the last run, up to its main class. */
    List<String> sharedCommand() {
        return sharedCommand;
    }

    /** The commands of ranks that are processes, which end at once and well instead of running them. */
    List<List<String>> commands(String... words) {
        commands = new ArrayList<>();
        Mpirun.Result result = run(words);
        assertEquals("0 ", result.code() + " " + result.err());
        return commands;
    }

    private Process startProcess(ProcessBuilder builder) throws IOException {
        if (commands != null) {
            commands.add(List.copyOf(builder.command()));
            builder.command("true");
        }
        if (builder.redirectInput() == Redirect.INHERIT) {
            // Ours brings commands of whoever runs the tests.
            builder.redirectInput(inputFile.toFile());
        }
        Process process = builder.start();
        processes.add(process.pid());
        return process;
    }

    /** To processes only: the JVM of ranks that share one is this one. */
    @Override
    public void signal(String signal, List<Long> leaders) {
        super.signal(signal, leaders.stream().filter(processes::contains).toList());
    }

    @Override
    public Watchdog watchdog() {
        return sharesJvm ? Watchdog.none() : super.watchdog();
    }

    @Override
    public void forwardStops(Consumer<String> ranks) {
        // No signal comes.
    }

    @Override
    public void onUsr1(Runnable action) {
        // No signal comes.
    }

    @Override
    public void atEnd(Thread hook) {
        // Only a signal would run it before the job is over.
    }

    /** The JVM of ranks that share one, which is this one: its end is that of its job. */
    private final class SharedJvm extends OwnProcess {
        private final OutputStream out;
        private final OutputStream err;
        private final PipedInputStream pipe;
        private final Map<String, String> variables;
        private final ClassLoader library = new LibraryLoader(programs);
        private final ThreadGroup group = new ThreadGroup("JVM of ranks");
        private final List<Thread> hooks = new CopyOnWriteArrayList<>();
        private final List<Runnable> cleanings = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Integer> code = new CompletableFuture<>();
        private final CountDownLatch over = new CountDownLatch(1);

        private final InputStream input = Files.newInputStream(inputFile);
        private final InputStream ownIn = System.in;
        private final PrintStream ownOut = System.out;
        private final PrintStream ownErr = System.err;
        private final String ownClassPath = System.getProperty("java.class.path");
        private final Thread.UncaughtExceptionHandler ownHandler = Thread.getDefaultUncaughtExceptionHandler();

        SharedJvm(ProcessBuilder builder) throws IOException {
            variables = Map.copyOf(builder.environment());
            if (variables.containsKey("BIPJ_CHECK")) {
                System.setProperty(CHECKS, variables.get("BIPJ_CHECK"));
            }
            boolean isHidden = builder.redirectOutput() == Redirect.DISCARD;
            out = new UntilEnd(isHidden ? OutputStream.nullOutputStream() : standardOutput);
            if (isHidden) {
                pipe = null;
                err = new UntilEnd(OutputStream.nullOutputStream());
            } else if (builder.redirectError() == Redirect.PIPE) {
                pipe = new PipedInputStream();
                err = new UntilEnd(new PipedOutputStream(pipe));
            } else {
                pipe = null;
                err = new UntilEnd(errors);
            }
        }

        Process start(String[] job) {
            Thread main = new Thread(group, () -> main(job), "main");
            main.setDaemon(true);
            main.start();
            return new Child();
        }

        private void main(String[] job) {
            enter();
            try {
                ThreadJobMain.run(job);
            } catch (RankEndedError e) {
                // The job is over.
            } catch (Throwable e) {
                e.printStackTrace(new PrintStream(err, true, StandardCharsets.UTF_8));
                halt(1);
            }
        }

        @Override
        protected Map<String, String> environment() {
            return variables;
        }

        @Override
        public ClassLoader library() {
            return library;
        }

        @Override
        public InputStream in() {
            return input;
        }

        @Override
        public PrintStream out() {
            return new PrintStream(out, true, StandardCharsets.UTF_8);
        }

        @Override
        public PrintStream err() {
            return new PrintStream(err, true, StandardCharsets.UTF_8);
        }

        @Override
        public OutputStream standardOutput() {
            return out;
        }

        @Override
        public OutputStream standardError() {
            return err;
        }

        @Override
        public void onUsr1(Runnable action) {
            // No signal comes.
        }

        @Override
        public void atEnd(Thread hook) {
            hooks.add(hook);
        }

        @Override
        public void afterEnd(Runnable action) {
            cleanings.add(action);
        }

        @Override
        public void exit(int exitCode) {
            for (Thread hook : hooks) {
                hook.start();
            }
            try {
                for (Thread hook : hooks) {
                    hook.join();
                }
            } catch (InterruptedException e) {
                // It has been halted meanwhile.
                return;
            }
            halt(exitCode);
        }

        @Override
        public void halt(int exitCode) {
            synchronized (this) {
                if (over.getCount() == 0) {
                    return;
                }
                System.setIn(ownIn);
                System.setOut(ownOut);
                System.setErr(ownErr);
                System.setProperty("java.class.path", ownClassPath);
                System.clearProperty(CHECKS);
                Thread.setDefaultUncaughtExceptionHandler(ownHandler);
                over.countDown();
            }
            try {
                err.close();
                input.close();
                cleanings.forEach(Runnable::run);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                group.interrupt();
                code.complete(exitCode & 0xff);
            }
        }

        @Override
        public void awaitEnd() {
            while (true) {
                try {
                    over.await();
                    throw new RankEndedError("the job is over");
                } catch (InterruptedException e) {
                    // Only the end counts.
                }
            }
        }

        /** A stream that takes nothing more once the job is over. */
        private final class UntilEnd extends OutputStream {
            private final OutputStream to;

            UntilEnd(OutputStream to) {
                this.to = to;
            }

            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                if (over.getCount() > 0) {
                    to.write(bytes, from, count);
                    to.flush();
                }
            }

            @Override
            public void close() throws IOException {
                to.close();
            }
        }

        /** The process as mpirun sees it. */
        private final class Child extends Process {
            @Override
            public OutputStream getOutputStream() {
                return OutputStream.nullOutputStream();
            }

            @Override
            public InputStream getInputStream() {
                return InputStream.nullInputStream();
            }

            @Override
            public InputStream getErrorStream() {
                return pipe == null ? InputStream.nullInputStream() : pipe;
            }

            @Override
            public int waitFor() throws InterruptedException {
                try {
                    return code.get();
                } catch (ExecutionException e) {
                    throw new AssertionError(e);
                }
            }

            @Override
            public boolean waitFor(long time, TimeUnit unit) throws InterruptedException {
                try {
                    code.get(time, unit);
                    return true;
                } catch (TimeoutException e) {
                    return false;
                } catch (ExecutionException e) {
                    throw new AssertionError(e);
                }
            }

            @Override
            public int exitValue() {
                if (!code.isDone()) {
                    throw new IllegalThreadStateException("it runs");
                }
                return code.getNow(-1);
            }

            @Override
            public boolean isAlive() {
                return !code.isDone();
            }

            @Override
            public long pid() {
                return ProcessHandle.current().pid();
            }

            @Override
            public void destroy() {
                halt(143);
            }

            @Override
            public Process destroyForcibly() {
                halt(137);
                return this;
            }
        }
    }

    /** Finds what this JVM's loader finds, but not the programs on a class path. */
    private static final class LibraryLoader extends ClassLoader {
        private final URLClassLoader programs;

        LibraryLoader(String classPath) throws IOException {
            super(MpirunHere.class.getClassLoader());
            Set<String> library = Set.of(Mpirun.library().split(File.pathSeparator));
            List<URL> places = new ArrayList<>();
            for (String place : classPath.split(File.pathSeparator)) {
                if (!library.contains(place)) {
                    places.add(Path.of(place).toUri().toURL());
                }
            }
            programs = new URLClassLoader(places.toArray(URL[]::new), null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (programs.findResource(name.replace('.', '/') + ".class") != null) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }
}
