package org.bipj.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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

/**
 * Runs the methods of {@link MpiTest}. A test template, so that one method can run on several numbers of ranks, and so
 * that the annotation can stand beside other templates, such as parameterized tests: those then say how often the method
 * runs, and with what arguments.
 */
final class MpiExtension implements TestTemplateInvocationContextProvider, InvocationInterceptor, ParameterResolver {
    /** Configuration parameter, or system property, with the only seed to run with. */
    private static final String SEED = "bipj.test.seed";

    /** Configuration parameter, or system property, with beginnings of names of shared classes. */
    private static final String SHARED = "bipj.test.shared";

    private static final ExtensionContext.Namespace STORE = ExtensionContext.Namespace.create(MpiExtension.class);
    private static final String RANKS = "ranks";

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
        return Arrays.stream(test.ranks()).mapToObj(ranks -> new OneRun(ranks, test));
    }

    /** One run of the method. */
    private record OneRun(int ranks, MpiTest test) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            String seeds = test.seed().length > 0
                    ? ", seed " + LongStream.of(test.seed()).boxed().toList()
                    : test.seeds() > 1 ? ", " + test.seeds() + " seeds" : "";
            return (ranks == 1 ? "1 rank" : ranks + " ranks") + (test.mode() == Mode.SIM ? ", simulated" : "") + seeds;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            BeforeEachCallback remember = context -> context.getStore(STORE).put(RANKS, ranks);
            return List.of(remember);
        }
    }

    // ---- parameters ----------------------------------------------------------------------------------------------

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return RankTest.isWorld(parameter.getParameter());
    }

    /** Each rank puts its own in. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return null;
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
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
        MpiTest test = check(context);
        Integer ofInvocation = context.getStore(STORE).get(RANKS, Integer.class);
        if (ofInvocation == null && test.ranks().length != 1) {
            throw wrong(context, "ranks", Arrays.toString(test.ranks()), "one number beside another kind of test");
        }
        int ranks = ofInvocation != null ? ofInvocation : test.ranks()[0];
        RankTest code = new RankTest(
                method.getTargetClass(),
                method.getExecutable(),
                method.getArguments(),
                new Info(context),
                test.init(),
                new SharedClasses(context.getConfigurationParameter(SHARED).orElse("")));
        Duration limit = Duration.ofSeconds(test.timeoutSeconds());
        if (test.mode() == Mode.THREADS) {
            MpiRunner.threads(ranks).checked(test.check()).timeout(limit).execute(code);
            return;
        }
        MpiRunner runner = MpiRunner.sim(ranks)
                .checked(test.check())
                .platform(test.platform())
                .timeout(limit);
        for (long seed : seeds(test, context)) {
            runner.seed(seed).execute(code);
        }
    }

    private static long[] seeds(MpiTest test, ExtensionContext context) {
        Optional<String> only = context.getConfigurationParameter(SEED);
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
        if (test.seed().length > 0 && test.seeds() > 1) {
            throw wrong(context, "seeds", test.seeds(), "either seed or seeds");
        }
        if (test.mode() == Mode.THREADS && (test.seeds() > 1 || test.seed().length > 0)) {
            throw wrong(context, "mode", test.mode(), "SIM with seeds; threads run as they happen to");
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
