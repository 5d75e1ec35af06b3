package org.bipj.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import mpi.Comm;
import mpi.Intracomm;
import org.bipj.core.job.Job;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** A test method as the program of all ranks, each with its own copy of the test's classes. */
final class RankTest implements RankCode {
    private final Class<?> type;
    private final Method method;
    /** Finds the library and the test class. */
    private final ClassLoader parent;
    /** Arguments that other extensions have resolved, once for all ranks; null: the rank's own. */
    private final Object[] arguments;

    private final TestInfo info;
    private final boolean initialises;
    /** Integers among the parameters are the rank and the number of ranks. */
    private final boolean hasNumbers;

    private final Predicate<String> shared;
    /** What becomes of the test's classes is the same for all ranks of all its runs. */
    private final Map<String, byte[]> rewritten = new ConcurrentHashMap<>();

    /**
     * A test.
     *
     * @param test the method, its class and its arguments in the classes of the test JVM; as {@link #isWorld} parameters null
     * @param info for life cycle methods that want it
     * @param initialises true if MPI.Init and MPI.Finalize are called for the test
     * @param hasNumbers true if the first {@code int} is the rank and the second one the number of ranks
     * @param shared true for names of classes that are the test JVM's
     * @param parent finds the library that ranks use, and the test class
     */
    RankTest(
            ReflectiveInvocationContext<Method> test,
            TestInfo info,
            boolean initialises,
            boolean hasNumbers,
            Predicate<String> shared,
            ClassLoader parent) {
        type = test.getTargetClass();
        method = test.getExecutable();
        arguments = test.getArguments().toArray();
        this.info = info;
        this.initialises = initialises;
        this.hasNumbers = hasNumbers;
        this.shared = shared;
        this.parent = parent;
    }

    /** True for a parameter that is a rank's COMM_WORLD. */
    static boolean isWorld(Parameter parameter) {
        return parameter.getType() == Intracomm.class || parameter.getType() == Comm.class;
    }

    /** True for a parameter that may be the rank or the number of ranks. */
    static boolean isNumber(Parameter parameter) {
        return parameter.getType() == int.class;
    }

    @Override
    public ClassLoader loader(LoadedRank rank) {
        return RankClassLoader.within(rank, parent, shared.negate(), rewritten);
    }

    @Override
    public void run(ClassLoader loader) throws Throwable {
        RankMpi mpi = new RankMpi(loader);
        Intracomm world = mpi.world();
        Class<?> own = Class.forName(type.getName(), true, loader);
        List<Object> instances = instances(own);
        if (initialises) {
            mpi.initialise();
        }
        try {
            for (Object instance : instances) {
                callAll(BeforeEach.class, HierarchyTraversalMode.TOP_DOWN, instance, world);
            }
            runTest(instances.getLast(), world);
        } catch (Throwable e) {
            afterEach(instances, world, e);
            throw e;
        }
        afterEach(instances, world, null);
        if (initialises) {
            mpi.finish();
        }
    }

    private void runTest(Object instance, Intracomm world) throws Throwable {
        Method own = ReflectionSupport.findMethods(
                        instance.getClass(), this::isTheMethod, HierarchyTraversalMode.BOTTOM_UP)
                .getFirst();
        Object[] values = arguments.clone();
        Parameter[] parameters = own.getParameters();
        Job job = ((RankClassLoader) instance.getClass().getClassLoader()).job();
        Iterator<Integer> numbers = List.of(job.rank(), job.size()).iterator();
        for (int i = 0; i < values.length; i++) {
            if (isWorld(parameters[i])) {
                values[i] = world;
            } else if (hasNumbers && isNumber(parameters[i]) && numbers.hasNext()) {
                values[i] = numbers.next();
            } else if (values[i] != null
                    && !parameters[i].getType().isPrimitive()
                    && !parameters[i].getType().isInstance(values[i])) {
                throw new ExtensionConfigurationException("parameter " + parameters[i] + " of " + method
                        + ": each rank has its own class of this name, and the argument is the test JVM's; expected a"
                        + " type of the JDK, or one that bipj.test.shared names");
            }
        }
        RankMpi.call(own, instance, values);
    }

    private boolean isTheMethod(Method other) {
        return other.getName().equals(method.getName()) && Arrays.equals(typeNames(other), typeNames(method));
    }

    private static String[] typeNames(Method of) {
        return Arrays.stream(of.getParameterTypes()).map(Class::getName).toArray(String[]::new);
    }

    /** Runs the methods after the test. Their exceptions are thrown, or added to the test's own. */
    private void afterEach(List<Object> instances, Intracomm world, Throwable failure) throws Throwable {
        try {
            for (Object instance : instances.reversed()) {
                callAll(AfterEach.class, HierarchyTraversalMode.BOTTOM_UP, instance, world);
            }
        } catch (Throwable e) {
            if (failure == null) {
                throw e;
            }
            failure.addSuppressed(e);
        }
    }

    private void callAll(
            Class<? extends Annotation> annotation, HierarchyTraversalMode order, Object instance, Intracomm world)
            throws Throwable {
        for (Method each : AnnotationSupport.findAnnotatedMethods(instance.getClass(), annotation, order)) {
            Object[] values = new Object[each.getParameterCount()];
            for (int i = 0; i < values.length; i++) {
                Parameter parameter = each.getParameters()[i];
                if (isWorld(parameter)) {
                    values[i] = world;
                } else if (parameter.getType() == TestInfo.class) {
                    values[i] = info;
                } else {
                    throw new ExtensionConfigurationException("parameter " + parameter + " of " + each
                            + ": on ranks expected Intracomm, Comm or TestInfo");
                }
            }
            RankMpi.call(each, instance, values);
        }
    }

    /** An instance of the test class; of a nested one, instances of the classes around it first. */
    private static List<Object> instances(Class<?> own) throws Throwable {
        List<Object> instances = new ArrayList<>();
        boolean isInner = own.isMemberClass() && !Modifier.isStatic(own.getModifiers());
        if (isInner) {
            instances.addAll(instances(own.getDeclaringClass()));
        }
        Constructor<?>[] constructors = own.getDeclaredConstructors();
        if (constructors.length != 1 || constructors[0].getParameterCount() != (isInner ? 1 : 0)) {
            throw new ExtensionConfigurationException(
                    own.getName() + ": on ranks expected one constructor, without parameters");
        }
        constructors[0].setAccessible(true);
        try {
            instances.add(isInner ? constructors[0].newInstance(instances.getLast()) : constructors[0].newInstance());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        return instances;
    }
}
