package org.bipj.mpi.object;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Proxy;
import java.util.stream.Collectors;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/** Java serialisation of whole objects, with a filter of what may be read. Any number of threads may use one. */
public final class Serialization {
    /**
     * Refuses the classes of the JDK that are not data: all but those of {@code java.base} and the dates of {@code
     * java.sql}. Programs' own classes pass: the ranks of a job run one program.
     */
    public static final Serialization STANDARD =
            ofPattern("java.base/*;java.sql.Date;java.sql.Time;java.sql.Timestamp;" + otherModules());

    private final ClassNames names;
    private final ObjectInputFilter filter;

    private Serialization(ClassNames names, ObjectInputFilter filter) {
        this.names = names;
        this.filter = ObjectInputFilter.merge(filter, ObjectInputFilter.Config.getSerialFilter());
    }

    /** Reads what a pattern allows; classes that it refuses are not loaded. */
    public static Serialization ofPattern(String pattern) {
        ObjectInputFilter filter = ObjectInputFilter.Config.createFilter(pattern);
        // Null for a pattern without elements.
        return filter == null
                ? ofFilter(info -> ObjectInputFilter.Status.UNDECIDED)
                : new Serialization(ClassNames.of(pattern), filter);
    }

    /** Reads what a filter allows. It decides about classes that have been loaded, and not initialised. */
    public static Serialization ofFilter(ObjectInputFilter filter) {
        return new Serialization(ClassNames.ANY, filter);
    }

    private static String otherModules() {
        return ModuleFinder.ofSystem().findAll().stream()
                .map(ModuleReference::descriptor)
                .map(module -> module.name())
                .filter(name -> !name.equals("java.base"))
                .sorted()
                .map(name -> "!" + name + "/*")
                .collect(Collectors.joining(";"));
    }

    /** An object, with all that it refers to, as bytes. */
    public byte[] encode(@Nullable Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (NotSerializableException e) {
            throw error(ErrorClass.TYPE, e.getMessage() + " is not serializable", e);
        } catch (IOException e) {
            throw error(ErrorClass.CONVERSION, "the object cannot be serialised: " + e, e);
        }
        return bytes.toByteArray();
    }

    /**
     * The object that bytes stand for.
     *
     * @param loader finds its classes; where it does not find one, the loader of the thread's context is asked
     */
    public Object decode(byte[] bytes, ClassLoader loader) {
        Refusal refusal = new Refusal();
        try (Reader in = new Reader(new ByteArrayInputStream(bytes), loader, refusal)) {
            return in.readObject();
        } catch (EOFException e) {
            throw error(
                    ErrorClass.TRUNCATE, "the object is not complete in the message of " + bytes.length + " bytes", e);
        } catch (IOException e) {
            if (refusal.what != null) {
                throw error(ErrorClass.ACCESS, "the filter of objects refuses " + refusal.what, e);
            }
            throw error(
                    ErrorClass.CONVERSION,
                    "the message of " + bytes.length + " bytes is no object that can be read: " + e,
                    e);
        } catch (ClassNotFoundException e) {
            throw error(
                    ErrorClass.CONVERSION,
                    "the object is of a class that this rank does not find: " + e.getMessage(),
                    e);
        }
    }

    private static EngineException error(int errorClass, String message, Exception cause) {
        EngineException error = new EngineException(errorClass, message);
        error.initCause(cause);
        return error;
    }

    /** Remembers what the filter has refused; null if it has refused nothing. */
    private static final class Refusal {
        private @Nullable String what;
    }

    /** Reads objects whose classes the rank's own class loader finds. */
    private final class Reader extends ObjectInputStream {
        private final ClassLoader loader;
        private final Refusal refusal;

        Reader(InputStream in, ClassLoader loader, Refusal refusal) throws IOException {
            super(in);
            this.loader = loader;
            this.refusal = refusal;
            setObjectInputFilter(this::check);
        }

        private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
            ObjectInputFilter.Status status = filter.checkInput(info);
            if (status == ObjectInputFilter.Status.REJECTED) {
                refusal.what = describe(info);
            }
            return status;
        }

        private static String describe(ObjectInputFilter.FilterInfo info) {
            if (info.serialClass() == null) {
                return "a depth of " + info.depth() + " with " + info.references() + " references after "
                        + info.streamBytes() + " bytes";
            }
            String length = info.arrayLength() < 0 ? "" : " of length " + info.arrayLength();
            return info.serialClass().getTypeName() + length;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            String name = description.getName();
            Class<?> primitive = Class.forPrimitiveName(name);
            return primitive != null ? primitive : load(name);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] names) throws IOException, ClassNotFoundException {
            Class<?>[] interfaces = new Class<?>[names.length];
            for (int i = 0; i < names.length; i++) {
                interfaces[i] = load(names[i]);
            }
            ClassLoader home = names.length == 0 ? loader : interfaces[0].getClassLoader();
            try {
                return Proxy.newProxyInstance(home, interfaces, (proxy, method, arguments) -> null)
                        .getClass();
            } catch (IllegalArgumentException e) {
                throw new ClassNotFoundException("a proxy of " + String.join(", ", names), e);
            }
        }

        /** Loads a class that may be loaded, without initialising it. */
        private Class<?> load(String name) throws IOException, ClassNotFoundException {
            if (names.refuses(name)) {
                refusal.what = name;
                throw new InvalidClassException(name, "refused before it is loaded");
            }
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException e) {
                ClassLoader context = Thread.currentThread().getContextClassLoader();
                if (context == null || context == loader) {
                    throw e;
                }
                return Class.forName(name, false, context);
            }
        }
    }
}
