package org.bipj.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.onejvm.embedded.EmbeddedExploration;
import org.bipj.launch.seeing.timeline.JobFacts;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Runs the methods of {@link MpiTest}. A test template, so that one method can run on several numbers of ranks and with several seeds, and so
 * that the annotation can stand beside other templates, such as parameterized tests: those then say how often the method
 * runs, and with what arguments.
 */
final class MpiExtension implements TestTemplateInvocationContextProvider, InvocationInterceptor, ParameterResolver {
    /** Configuration parameter, or system property, with the only seed to run with. */
    private static final String SEED = "bipj.test.seed";

    /** Configuration parameter, or system property, with beginnings of names of shared classes. */
    private static final String SHARED = "bipj.test.shared";

    private static final ExtensionContext.Namespace STORE = ExtensionContext.Namespace.create(MpiExtension.class);
    private static final String RUN = "run";

    /** What a library that records shares with the test JVM. */
    private static final Set<String> COMMON = Set.of(MpiTest.class.getName(), Mode.class.getName());

    private MpiExtension() {}

    // ---- how often -----------------------------------------------------------------------------------------------

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return !hasOtherTemplate(context.getRequiredTestMethod());
    }

    private static boolean hasOtherTemplate(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(type -> type != MpiTest.class
                        && !AnnotationSupport.isAnnotated(type, MpiTest.class)
                        && AnnotationSupport.isAnnotated(type, TestTemplate.class));
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        MpiTest test = check(context);
        return Arrays.stream(test.ranks()).boxed().flatMap(ranks -> runs(ranks, test, context));
    }

    /** The runs with a number of ranks: one for each seed, until one has failed. */
    private static Stream<OneRun> runs(int ranks, MpiTest test, ExtensionContext context) {
        boolean isNamed = hasSeeds(test, context);
        AtomicBoolean failed = new AtomicBoolean();
        boolean isSeeded = test.mode() == Mode.SIM && !isExplored(test);
        return LongStream.of(isSeeded ? seeds(test, context) : new long[] {0})
                .boxed()
                .takeWhile(seed -> !failed.get())
                .map(seed -> new OneRun(ranks, test.mode(), seed, isNamed, failed));
    }

    /**
     * One run of the method.
     *
     * @param isNamed true if its name tells the seed
     * @param failed set once it, or another one with the same number of ranks, has failed
     */
    private record OneRun(int ranks, Mode mode, long seed, boolean isNamed, AtomicBoolean failed)
            implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            String how = mode == Mode.THREADS ? "" : ", simulated" + (isNamed ? ", seed " + seed : "");
            return (ranks == 1 ? "1 rank" : ranks + " ranks") + how;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            BeforeEachCallback remember = context -> context.getStore(STORE).put(RUN, this);
            return List.of(remember);
        }
    }

    // ---- parameters ----------------------------------------------------------------------------------------------

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return RankTest.isWorld(parameter.getParameter()) || isNumber(parameter, context);
    }

    /** True for the rank, and for the number of ranks. */
    private static boolean isNumber(ParameterContext parameter, ExtensionContext context) {
        return RankTest.isNumber(parameter.getParameter())
                && !hasOtherTemplate(context.getRequiredTestMethod())
                && check(context).ip();
    }

    /** Each rank puts its own in. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return RankTest.isNumber(parameter.getParameter()) ? 0 : null;
    }

    // ---- what runs where -----------------------------------------------------------------------------------------

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
        throw new ExtensionConfigurationException(
                "@MpiTest on " + method.getExecutable() + ": it makes the method a test; remove @Test");
    }

    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
        throw new ExtensionConfigurationException("@MpiTest on " + method.getExecutable()
                + ": does not work with @TestFactory; use MpiRunner in the dynamic tests");
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        invocation.skip();
        MpiTest test = check(context);
        OneRun run = context.getStore(STORE).get(RUN, OneRun.class);
        if (run == null && test.ranks().length != 1) {
            throw wrong(context, "ranks", Arrays.toString(test.ranks()), "one number beside another kind of test");
        }
        int ranks = run != null ? run.ranks : test.ranks()[0];
        long[] seeds = run != null ? new long[] {run.seed} : seeds(test, context);
        SharedClasses shared =
                new SharedClasses(context.getConfigurationParameter(SHARED).orElse(""));
        try {
            if (!test.recorded().isEmpty()) {
                record(test, ranks, hasSeeds(test, context) ? seeds : new long[0], method, context, shared);
                return;
            }
            ClassLoader parent = method.getTargetClass().getClassLoader();
            boolean initialises = test.init() && !test.ip();
            boolean hasNumbers = test.ip() && run != null;
            run(new RankTest(method, new Info(context), initialises, hasNumbers, shared, parent), test, ranks, seeds);
        } catch (Throwable e) {
            if (run != null) {
                run.failed.set(true);
            }
            throw e;
        }
    }

    /** Runs a test once with each seed; without seeds once, and, in virtual time, without random delays. */
    private static void run(RankTest code, MpiTest test, int ranks, long[] seeds) {
        Duration limit = Duration.ofSeconds(test.timeoutSeconds());
        if (isExplored(test)) {
            explored(test, ranks, limit).run(code);
            return;
        }
        if (test.mode() == Mode.THREADS) {
            MpiRunner.threads(ranks).checked(test.check()).timeout(limit).execute(code, true);
            return;
        }
        MpiRunner runner = MpiRunner.sim(ranks)
                .checked(test.check())
                .platform(test.platform())
                .hosts(test.ip(), test.faults(), test.chaos(), test.services())
                .timeout(limit);
        if (seeds.length == 0) {
            runner.execute(code, true);
        }
        for (long seed : seeds) {
            runner.seed(seed).execute(code, true);
        }
    }

    /** Records and judges a run with each seed; without seeds one run. */
    private static void record(
            MpiTest test,
            int ranks,
            long[] seeds,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context,
            Predicate<String> shared)
            throws Throwable {
        Class<?> type = method.getTargetClass();
        String mode = test.mode() == Mode.SIM ? "sim" : "thread";
        String name = type.getName() + '.' + method.getExecutable().getName();
        RecordedTest recorded = new RecordedTest(
                new JobFacts(mode, ranks, Long.MIN_VALUE, Map.of("command", name)),
                judge(test, type).orElseThrow(),
                context.getRequiredTestInstance());
        long[][] runs = seeds.length == 0
                ? new long[][] {seeds}
                : LongStream.of(seeds).mapToObj(seed -> new long[] {seed}).toArray(long[][]::new);
        for (long[] seed : runs) {
            recorded.run(COMMON, MpiExtension.class, test, ranks, seed, method, new Info(context), shared);
        }
    }

    /** What a {@link RecordedTest} runs: by this class once more, in a library that records. */
    private static void inside(
            MpiTest test,
            int ranks,
            long[] seeds,
            ReflectiveInvocationContext<Method> method,
            TestInfo info,
            Predicate<String> shared) {
        ClassLoader library = MpiExtension.class.getClassLoader();
        run(new RankTest(method, info, test.init(), false, shared, library), test, ranks, seeds);
    }

    /** The method that judges recordings. */
    private static Optional<Method> judge(MpiTest test, Class<?> type) {
        return ReflectionSupport.findMethod(type, test.recorded(), Recording.class);
    }

    private static ExploredTest explored(MpiTest test, int ranks, Duration limit) {
        List<String> attributes = new ArrayList<>(List.of("ranks = " + ranks));
        if (!test.platform().equals(SimOptions.DEFAULT_PLATFORM)) {
            attributes.add("platform = \"" + test.platform() + '"');
        }
        if (!test.init()) {
            attributes.add("init = false");
        }
        if (!test.check()) {
            attributes.add("check = false");
        }
        String checks = test.check() ? "on,once" : "off";
        List<String> choices = List.of(test.choices());
        ExplorationPlan plan = choices.isEmpty()
                ? ExplorationPlan.DEFAULT.within(test.explore()).deaths(test.deaths())
                : ExplorationPlan.DEFAULT;
        return new ExploredTest(ranks, test.platform(), attributes, checks, plan, choices, limit);
    }

    private static boolean isExplored(MpiTest test) {
        return !test.explore().isEmpty() || test.choices().length > 0;
    }

    private static Optional<String> seedOfUser(ExtensionContext context) {
        return context.getConfigurationParameter(SEED);
    }

    /** True if somebody has chosen the seeds, or how many there are. */
    private static boolean hasSeeds(MpiTest test, ExtensionContext context) {
        return test.seeds() > 1 || test.seed().length > 0 || seedOfUser(context).isPresent();
    }

    private static long[] seeds(MpiTest test, ExtensionContext context) {
        Optional<String> only = seedOfUser(context);
        if (only.isPresent()) {
            try {
                return new long[] {Long.parseLong(only.get())};
            } catch (NumberFormatException e) {
                throw new ExtensionConfigurationException(SEED + "=" + only.get() + ": expected a whole number");
            }
        }
        return test.seed().length > 0
                ? test.seed()
                : LongStream.rangeClosed(1, test.seeds()).toArray();
    }

    // ---- the annotation ------------------------------------------------------------------------------------------

    private static MpiTest check(ExtensionContext context) {
        MpiTest test = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), MpiTest.class)
                .orElseThrow(() -> new ExtensionConfigurationException(
                        "MpiExtension works for methods with @MpiTest, which registers it"));
        if (test.ranks().length == 0 || Arrays.stream(test.ranks()).anyMatch(ranks -> ranks < 1)) {
            throw wrong(context, "ranks", Arrays.toString(test.ranks()), "1 or more");
        }
        if (test.seeds() < 1) {
            throw wrong(context, "seeds", test.seeds(), "1 or more");
        }
        if (test.timeoutSeconds() < 1) {
            throw wrong(context, "timeoutSeconds", test.timeoutSeconds(), "1 or more");
        }
        if (isExplored(test) && (test.seeds() > 1 || test.seed().length > 0)) {
            throw wrong(context, "explore", test.explore(), "no seeds beside it, nor beside choices");
        }
        if (test.deaths() < 0 || test.deaths() > 0 && test.explore().isEmpty()) {
            throw wrong(context, "deaths", test.deaths(), "0 or more, beside explore");
        }
        if (!test.explore().isEmpty() && !EmbeddedExploration.isBudget(test.explore())) {
            throw wrong(context, "explore", test.explore(), "a number of runs, such as 1000, or a time, such as 10s");
        }
        if (test.seed().length > 0 && test.seeds() > 1) {
            throw wrong(context, "seeds", test.seeds(), "either seed or seeds");
        }
        if (test.mode() == Mode.THREADS && (test.seeds() > 1 || test.seed().length > 0)) {
            throw wrong(context, "mode", test.mode(), "SIM with seeds; threads run as they happen to");
        }
        if (test.mode() == Mode.THREADS && (test.ip() || !test.faults().isEmpty() || test.services().length > 0)) {
            throw wrong(context, "mode", test.mode(), "SIM with ip, faults or services");
        }
        if (!test.chaos().isEmpty() && !test.ip()) {
            throw wrong(context, "chaos", test.chaos(), "ip = true beside it: hosts are killed in runs with IP alone");
        }
        if (!test.recorded().isEmpty()) {
            if (isExplored(test) || test.ip()) {
                throw wrong(context, "recorded", test.recorded(), "neither explore, choices nor ip beside it");
            }
            if (judge(test, context.getRequiredTestClass()).isEmpty()) {
                throw wrong(
                        context,
                        "recorded",
                        test.recorded(),
                        "the name of a method of the test class with a parameter Recording");
            }
        }
        if (test.ip()
                && Arrays.stream(context.getRequiredTestMethod().getParameters())
                        .anyMatch(RankTest::isWorld)) {
            throw wrong(context, "ip", true, "no parameter of MPI: hosts with IP have none");
        }
        return test;
    }

    private static ExtensionConfigurationException wrong(
            ExtensionContext context, String attribute, Object value, String expected) {
        return new ExtensionConfigurationException("@MpiTest on " + context.getRequiredTestMethod() + ": " + attribute
                + " = " + value + "; expected " + expected);
    }

    /** What life cycle methods may ask about the test. */
    private record Info(ExtensionContext context) implements TestInfo {
        @Override
        public String getDisplayName() {
            return context.getDisplayName();
        }

        @Override
        public Set<String> getTags() {
            return context.getTags();
        }

        @Override
        public Optional<Class<?>> getTestClass() {
            return context.getTestClass();
        }

        @Override
        public Optional<Method> getTestMethod() {
            return context.getTestMethod();
        }
    }
}
