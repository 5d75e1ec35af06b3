package org.bipj.mpi.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.management.BadAttributeValueExpException;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects and bytes: what is refused, when, and what is said. */
class SerializationTest {
    private static final String INITIALISED = "org.bipj.mpi.object.initialised";
    private static final ClassLoader OURS = SerializationTest.class.getClassLoader();

    /** Leaves a trace when it is initialised, in whichever loader. */
    static class Traced implements Serializable, Supplier<String> {
        private static final long serialVersionUID = 1L;

        static {
            System.setProperty(INITIALISED, "true");
        }

        @Override
        public String get() {
            return "traced";
        }
    }

    /** Has a field of the traced class. */
    record Holder(String name, Traced traced) implements Serializable {}

    /** An interface for proxies. */
    interface Greeting {
        String greet();
    }

    /** What a proxy calls. */
    static class Greeter implements InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            return "hello";
        }
    }

    /** Defines classes of this test once more, and remembers which. */
    private static final class Recorder extends ClassLoader {
        private final Set<String> defined = new HashSet<>();

        Recorder() {
            super(OURS);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(SerializationTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = OURS.getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                defined.add(name);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private final Recorder recorder = new Recorder();

    @BeforeEach
    void noTrace() {
        System.clearProperty(INITIALISED);
    }

    /** Encoding initialises the class here, not in the recorder. */
    private static byte[] encoded(Object object) {
        byte[] bytes = Serialization.STANDARD.encode(object);
        System.clearProperty(INITIALISED);
        return bytes;
    }

    private static void assertError(int errorClass, String words, Runnable call) {
        EngineException e = assertThrows(EngineException.class, call::run);
        assertEquals(errorClass, e.errorClass(), e.getMessage());
        assertTrue(e.getMessage().contains(words), e.getMessage());
    }

    private void assertNeverLoaded(byte[] bytes, String pattern, Class<?> refused) {
        Serialization serialization = Serialization.ofPattern(pattern);
        assertError(ErrorClass.ACCESS, refused.getName(), () -> serialization.decode(bytes, recorder));
        assertFalse(recorder.defined.contains(refused.getName()), "defined although it is refused by " + pattern);
        assertNull(System.getProperty(INITIALISED), "initialised although it is refused by " + pattern);
    }

    @Test
    void whatAPatternAllowsIsLoadedByTheGivenLoader() {
        Object read = Serialization.ofPattern(Traced.class.getName() + ";!*").decode(encoded(new Traced()), recorder);
        assertSame(recorder, read.getClass().getClassLoader());
        assertEquals(Set.of(Traced.class.getName()), recorder.defined);
        ((Supplier<?>) read).get();
        assertEquals("true", System.getProperty(INITIALISED), "the trace works");
    }

    @Test
    void aClassThatAPatternRefusesIsNotEvenDefined() {
        byte[] bytes = encoded(new Traced());
        assertNeverLoaded(bytes, "!" + Traced.class.getName(), Traced.class);
        assertNeverLoaded(bytes, "java.base/*;!*", Traced.class);
        assertNeverLoaded(bytes, "maxdepth=9;!org.bipj.mpi.object.*", Traced.class);
        assertNeverLoaded(bytes, "java.**;!org.bipj.**", Traced.class);
        assertNeverLoaded(bytes, "!org.bipj.mpi.object.SerializationTest$T*;*", Traced.class);
        assertNeverLoaded(encoded(new Traced[1]), "java.base/*;!*", Traced.class);
        assertNeverLoaded(encoded(new Traced[1][2]), "java.base/*;!*", Traced.class);
        assertNeverLoaded(encoded(Traced.class), "java.base/*;!*", Traced.class);
    }

    @Test
    void aClassThatIsRefusedWithinAnAllowedOneIsNotInitialised() {
        byte[] bytes = encoded(new Holder("x", new Traced()));
        String pattern = Holder.class.getName() + ";java.base/*;!*";
        assertError(
                ErrorClass.ACCESS,
                Traced.class.getName(),
                () -> Serialization.ofPattern(pattern).decode(bytes, recorder));
        assertNull(System.getProperty(INITIALISED));
    }

    @Test
    void interfacesOfProxiesAreRefusedBeforeTheyAreLoaded() {
        Object proxy = Proxy.newProxyInstance(OURS, new Class<?>[] {Greeting.class}, new Greeter());
        byte[] bytes = encoded(proxy);
        assertNeverLoaded(bytes, "!" + Greeting.class.getName(), Greeting.class);
        Greeting read = (Greeting) Serialization.STANDARD.decode(bytes, OURS);
        assertEquals("hello", read.greet());
    }

    @Test
    void anyFilterRefusesClassesBeforeTheyAreInitialised() {
        ObjectInputFilter filter = info ->
                info.serialClass() != null && info.serialClass().getName().endsWith("Traced")
                        ? ObjectInputFilter.Status.REJECTED
                        : ObjectInputFilter.Status.UNDECIDED;
        Serialization serialization = Serialization.ofFilter(filter);
        assertError(
                ErrorClass.ACCESS, Traced.class.getName(), () -> serialization.decode(encoded(new Traced()), recorder));
        assertNull(System.getProperty(INITIALISED));
        assertEquals(List.of(1), serialization.decode(encoded(List.of(1)), recorder));
    }

    @Test
    void limitsOfAPatternHold() {
        assertError(
                ErrorClass.ACCESS,
                "of length 9",
                () -> Serialization.ofPattern("maxarray=8").decode(encoded(new int[9]), OURS));
        assertError(
                ErrorClass.ACCESS,
                "a depth of 2",
                () -> Serialization.ofPattern("maxdepth=1").decode(encoded(List.of(List.of())), OURS));
        assertEquals(7, Serialization.ofPattern("").decode(encoded(7), OURS), "a pattern without elements");
        assertThrows(IllegalArgumentException.class, () -> Serialization.ofPattern("maxdepth=x"));
    }

    /** Without the module of a class that is not of the JDK, only its filter can decide, which sees the class. */
    @Test
    void modulesThatAreNotKnownAreLeftToTheFilter() {
        ClassNames names = ClassNames.of("!not.there/a.*;!*");
        assertFalse(names.refuses("a.B"));
        assertTrue(names.refuses("b.B"));
        assertFalse(ClassNames.of("java.base/java.util.*;!*").refuses("java.util.List"));
        assertTrue(ClassNames.of("java.base/java.util.*;!*").refuses("java.util.concurrent.Future"));
        assertTrue(ClassNames.of("!java.management/*").refuses("javax.management.JMException"));
        assertFalse(ClassNames.of("!*").refuses("[[I"), "an array of a primitive type has no class to load");
    }

    @Test
    void theStandardReadsDataOfTheJdkAndAllOfTheProgram() {
        Runnable task = (Runnable & Serializable) () -> System.setProperty(INITIALISED, "by a lambda");
        List<Object> objects = List.of(
                1, "text", new double[] {1.5}, TimeUnit.DAYS, new Timestamp(7), int.class, String[].class, List.of(2));
        assertEquals(
                Arrays.deepToString(objects.toArray()),
                Arrays.deepToString(((List<?>) Serialization.STANDARD.decode(encoded(List.copyOf(objects)), OURS))
                                .toArray())
                        .replaceFirst("\\[\\[D@\\w+", "[[1.5"));
        ((Runnable) Serialization.STANDARD.decode(encoded(task), OURS)).run();
        assertEquals("by a lambda", System.getProperty(INITIALISED));
        assertError(
                ErrorClass.ACCESS,
                "javax.management.BadAttributeValueExpException",
                () -> Serialization.STANDARD.decode(encoded(new BadAttributeValueExpException(1)), OURS));
    }

    @Test
    void anObjectThatIsNotSerializableIsNamed() {
        EngineException e =
                assertThrows(EngineException.class, () -> Serialization.STANDARD.encode(List.of(new Object())));
        assertEquals(ErrorClass.TYPE, e.errorClass());
        assertEquals("java.lang.Object is not serializable", e.getMessage());
        assertTrue(e.getCause() instanceof NotSerializableException);
    }

    @Test
    void aStreamThatEndsTooEarlyIsAnErrorWhereverItEnds() {
        byte[] bytes = encoded(new Holder("x", null));
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertError(
                    ErrorClass.TRUNCATE,
                    "message of " + length + " bytes",
                    () -> Serialization.STANDARD.decode(part, OURS));
        }
    }

    @Test
    void bytesThatAreNoObjectAndClassesThatAreNotThereAreErrors() throws IOException {
        assertError(ErrorClass.CONVERSION, "no object", () -> Serialization.STANDARD.decode(new byte[64], OURS));
        byte[] bytes = encoded(new Holder("x", null));
        ClassLoader bare = ClassLoader.getPlatformClassLoader();
        Thread thread = Thread.currentThread();
        ClassLoader context = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            assertError(
                    ErrorClass.CONVERSION, Holder.class.getName(), () -> Serialization.STANDARD.decode(bytes, bare));
            thread.setContextClassLoader(OURS);
            assertEquals(new Holder("x", null), Serialization.STANDARD.decode(bytes, bare), "by the context's loader");
        } finally {
            thread.setContextClassLoader(context);
        }
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(twice)) {
            out.writeInt(5);
        }
        assertError(ErrorClass.CONVERSION, "no object", () -> Serialization.STANDARD.decode(twice.toByteArray(), OURS));
    }
}
