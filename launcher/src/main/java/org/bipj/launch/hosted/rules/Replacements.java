package org.bipj.launch.hosted.rules;

import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.bipj.launch.hosted.copies.ClassWords;
import org.bipj.launch.hosted.loader.CallRule;
import org.bipj.launch.hosted.loader.RankVariables;
import org.bipj.launch.hosted.loader.Relocation;
import org.bipj.launch.hosted.loader.ReplacedMethod;
import org.bipj.launch.hosted.loader.ThreadRules;
import org.bipj.launch.hosted.sockets.RankInterfaceAddress;
import org.bipj.launch.hosted.sockets.RankNetworkInterface;
import org.bipj.launch.hosted.threads.CopiedFinals;
import org.bipj.launch.hosted.threads.FiberCompletableFuture;
import org.bipj.launch.hosted.threads.FiberCompletionService;
import org.bipj.launch.hosted.threads.FiberExecutors;
import org.bipj.launch.hosted.threads.FiberFutureTask;
import org.bipj.launch.hosted.threads.FiberScheduledPool;
import org.bipj.launch.hosted.threads.FiberThread;
import org.bipj.launch.hosted.threads.FiberThreadPool;
import org.bipj.launch.hosted.threads.FiberTimer;
import org.bipj.launch.hosted.threads.FiberTimerTask;
import org.bipj.launch.hosted.threads.JdkCopies;
import org.bipj.launch.hosted.threads.RankCollections;
import org.bipj.launch.hosted.threads.RankMonitors;
import org.bipj.launch.hosted.threads.RankStreamsInTurn;
import org.bipj.launch.hosted.threads.RankThreads;
import org.bipj.launch.hosted.world.RankTime;
import org.bipj.launch.hosted.world.RelocatedSystem;
import org.bipj.launch.hosted.world.WorldReplacements;

/** The methods of the JDK that are replaced in the classes of hosted ranks. */
public final class Replacements {
    private static final String SYSTEM = "java/lang/System";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String THREAD = "java/lang/Thread";
    private static final String LOCK_SUPPORT = "java/util/concurrent/locks/LockSupport";

    /** A rank that ends must not end its JVM, and it has an environment of its own. */
    public static final List<CallRule> OF_EACH_RANK = all(
            List.of(
                    ReplacedMethod.ofClass(SYSTEM, "exit", "(I)V", RankExit.class),
                    ReplacedMethod.ofObject(RUNTIME, "exit", "(I)V", RankExit.class),
                    ReplacedMethod.ofObject(RUNTIME, "halt", "(I)V", RankExit.class),
                    ReplacedMethod.ofObject(RUNTIME, "addShutdownHook(Ljava/lang/Thread;)V", RankExit.class),
                    ReplacedMethod.ofObject(RUNTIME, "removeShutdownHook(Ljava/lang/Thread;)Z", RankExit.class)),
            RankVariables.METHODS);

    /** A rank that is a coroutine sleeps in virtual time. */
    private static final List<CallRule> WITH_SLEEPS = all(
            OF_EACH_RANK,
            List.of(
                    ReplacedMethod.ofClass(THREAD, "sleep", "(J)V", RankTime.class),
                    ReplacedMethod.ofClass(THREAD, "sleep", "(JI)V", RankTime.class),
                    ReplacedMethod.ofClass(THREAD, "sleep", "(Ljava/time/Duration;)V", RankTime.class),
                    ReplacedMethod.ofObject("java/util/concurrent/TimeUnit", "sleep", "(J)V", RankTime.class),
                    ReplacedMethod.ofClass(LOCK_SUPPORT, "parkNanos", "(J)V", RankTime.class),
                    ReplacedMethod.ofClass(LOCK_SUPPORT, "parkNanos", "(Ljava/lang/Object;J)V", RankTime.class),
                    ReplacedMethod.ofClass(LOCK_SUPPORT, "parkUntil", "(J)V", RankTime.class),
                    ReplacedMethod.ofClass(LOCK_SUPPORT, "parkUntil", "(Ljava/lang/Object;J)V", RankTime.class)));

    /** With {@code --virtual-time} its clocks are virtual, too. */
    private static final List<CallRule> WITH_CLOCKS_AND_SLEEPS = all(
            WITH_SLEEPS,
            List.of(
                    ReplacedMethod.ofClass(SYSTEM, "nanoTime", "()J", RankTime.class),
                    ReplacedMethod.ofClass(SYSTEM, "currentTimeMillis", "()J", RankTime.class)));

    /** What waits for other threads, or lets them run, in a rank whose threads are fibers. */
    private static final List<CallRule> WAITS = Stream.of(
                    threads(),
                    objects(),
                    ReplacedMethod.allOfClass("java/util/concurrent/Executors", FiberExecutors.class),
                    ReplacedMethod.allOfClass("java/util/concurrent/CompletableFuture", FiberCompletableFuture.class),
                    ReplacedMethod.allOfClass("java/util/Collections", RankCollections.class),
                    finals(),
                    streams(),
                    Refusals.calls(Refusals.ofThreads()))
            .<CallRule>flatMap(List::stream)
            .toList();

    /** The replacements in a rank in virtual time. */
    public static List<CallRule> inVirtualTime(boolean clocks) {
        return clocks
                ? all(WITH_CLOCKS_AND_SLEEPS, WAITS, WorldReplacements.CALLS)
                : all(WITH_SLEEPS, WAITS, Refusals.calls(Refusals.ofClocks()));
    }

    /** The replacements in a rank that is a host with IP. */
    public static List<CallRule> withIp() {
        return all(
                inVirtualTime(true),
                SocketReplacements.METHODS,
                SocketReplacements.LIBRARIES,
                Refusals.calls(Refusals.ofNetwork()));
    }

    /** The JDK's classes that each rank defines for itself: over public ones alone, but for {@code Unsafe} and the like. */
    static final Relocation RELOCATED = new Relocation(
            Set.of(Vector.class, Stack.class, Hashtable.class),
            Set.of("java/sql/DriverManager", "java/sql/DriverInfo"),
            Map.of(
                    "jdk/internal/reflect/Reflection",
                    ClassWords.nameOf(RelocatedSystem.class),
                    SYSTEM,
                    ClassWords.nameOf(RelocatedSystem.class)));

    /** The classes that take the places of the JDK's. */
    public static final ThreadRules THREADS = ThreadRules.of(
                    FiberThread.BODY, RankMonitors.class, RELOCATED, JdkCopies.ALL)
            .with(List.of(
                    FiberThread.class,
                    FiberFutureTask.class,
                    FiberCompletableFuture.class,
                    FiberThreadPool.class,
                    FiberCompletionService.class,
                    FiberTimer.class,
                    FiberTimerTask.class,
                    FiberScheduledPool.class));

    /** The same where the clocks that the program reads are virtual: it measures delays by them. */
    public static final ThreadRules WITH_CLOCKS = THREADS.with(WorldReplacements.CLASSES);

    /** Also those in a rank that is a host with IP. */
    public static final ThreadRules WITH_SOCKETS = WITH_CLOCKS
            .with(SocketReplacements.CLASSES)
            .renaming(NetworkInterface.class, RankNetworkInterface.class)
            .renaming(InterfaceAddress.class, RankInterfaceAddress.class);

    private Replacements() {}

    private static List<ReplacedMethod> threads() {
        List<ReplacedMethod> all = new ArrayList<>();
        String start = "(Ljava/lang/Runnable;)Ljava/lang/Thread;";
        for (String builder : List.of("", "$OfPlatform", "$OfVirtual")) {
            String owner = THREAD + "$Builder" + builder;
            String receiver = THREAD + "$Builder";
            all.add(ReplacedMethod.ofObject(owner, "start", start, RankThreads.class, receiver));
            all.add(ReplacedMethod.ofObject(owner, "unstarted", start, RankThreads.class, receiver));
            all.add(ReplacedMethod.ofObject(
                    owner, "factory", "()Ljava/util/concurrent/ThreadFactory;", RankThreads.class, receiver));
        }
        for (String signature : List.of(
                "start()V",
                "join()V",
                "join(J)V",
                "join(JI)V",
                "join(Ljava/time/Duration;)Z",
                "isAlive()Z",
                "threadId()J",
                "getId()J",
                "getState()Ljava/lang/Thread$State;")) {
            all.add(ReplacedMethod.ofObject(THREAD, signature, RankThreads.class));
        }
        for (String signature : List.of(
                "yield()V",
                "onSpinWait()V",
                "startVirtualThread(Ljava/lang/Runnable;)Ljava/lang/Thread;",
                "ofPlatform()Ljava/lang/Thread$Builder$OfPlatform;")) {
            all.add(ReplacedMethod.ofClass(THREAD, signature, RankThreads.class));
        }
        for (String signature : List.of("park()V", "park(Ljava/lang/Object;)V", "unpark(Ljava/lang/Thread;)V")) {
            all.add(ReplacedMethod.ofClass(LOCK_SUPPORT, signature, RankThreads.class));
        }
        return all;
    }

    /** Final methods of classes that copies extend. */
    private static List<ReplacedMethod> finals() {
        return Stream.of(Phaser.class, ReentrantLock.class, ReentrantReadWriteLock.class, Semaphore.class)
                .flatMap(type -> ReplacedMethod.allOfObject(type, CopiedFinals.class).stream())
                .toList();
    }

    private static List<ReplacedMethod> objects() {
        return Stream.of("wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V")
                .map(signature -> ReplacedMethod.ofObject("java/lang/Object", signature, RankMonitors.class))
                .toList();
    }

    private static List<ReplacedMethod> streams() {
        List<ReplacedMethod> all = new ArrayList<>();
        String streams = "java/util/stream/";
        all.add(ReplacedMethod.ofAny(
                "parallelStream", "()Ljava/util/stream/Stream;", RankStreamsInTurn.class, "java/util/Collection"));
        for (String stream : List.of("IntStream", "LongStream", "DoubleStream")) {
            all.add(ReplacedMethod.ofObject(
                    streams + stream, "parallel", "()L" + streams + stream + ";", RankStreamsInTurn.class));
        }
        for (String stream : List.of("Stream", "BaseStream")) {
            all.add(ReplacedMethod.ofObject(
                    streams + stream,
                    "parallel",
                    "()Ljava/util/stream/BaseStream;",
                    RankStreamsInTurn.class,
                    streams + "BaseStream"));
        }
        return all;
    }

    @SafeVarargs
    private static List<CallRule> all(List<? extends CallRule>... some) {
        List<CallRule> all = new ArrayList<>();
        for (List<? extends CallRule> each : some) {
            all.addAll(each);
        }
        return all;
    }
}
