package mpi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A public member of the Open MPI Java bindings.
 *
 * @param owner name of its class
 * @param kind constant, constructor, instance or static
 * @param type of its value
 * @param signature name and types of parameters; no name for a constructor
 */
record Listed(String owner, String kind, String type, String signature) {
    /** All of them. */
    static List<Listed> built() throws IOException {
        return read("api.txt");
    }

    private static List<Listed> read(String name) throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(Listed.class.getResourceAsStream(name), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" "))
                    .map(words -> new Listed(words[0], words[1], words[2], words[3]))
                    .toList();
        }
    }

    Class<?> ownerClass() {
        return named(owner);
    }

    boolean isConstant() {
        return kind.equals("constant");
    }

    boolean isThere() {
        return isConstant() ? hasConstant() : find().isPresent();
    }

    private boolean hasConstant() {
        try {
            Field field = named(owner).getField(signature);
            int modifiers = field.getModifiers();
            return field.getType() == named(type) && Modifier.isStatic(modifiers) && Modifier.isFinal(modifiers);
        } catch (NoSuchFieldException e) {
            return false;
        }
    }

    /** The method or constructor that programs call; it may accept more than the listed one. */
    Optional<Executable> find() {
        Class<?>[] parameters = parameters();
        Class<?> c = named(owner);
        boolean isConstructor = kind.equals("constructor");
        Stream<Executable> members = Stream.of(isConstructor ? c.getConstructors() : c.getMethods());
        return members.filter(member -> accepts(member, parameters))
                .filter(member -> isConstructor || isMethod((Method) member))
                // A bridge has the listed types, and calls the method that programs mean.
                .map(member -> member instanceof Method method && method.isBridge() ? behind(method) : member)
                .findFirst();
    }

    private static Method behind(Method bridge) {
        return Stream.of(bridge.getDeclaringClass().getMethods())
                .filter(method -> !method.isBridge()
                        && method.getName().equals(bridge.getName())
                        && method.getParameterCount() == bridge.getParameterCount())
                .findFirst()
                .orElseThrow();
    }

    private boolean isMethod(Method method) {
        return method.getName().equals(signature.substring(0, signature.indexOf('(')))
                && Modifier.isStatic(method.getModifiers()) == kind.equals("static")
                && named(type).isAssignableFrom(method.getReturnType());
    }

    private static boolean accepts(Executable member, Class<?>[] arguments) {
        Class<?>[] parameters = member.getParameterTypes();
        if (parameters.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            if (!parameters[i].isAssignableFrom(arguments[i])) {
                return false;
            }
        }
        return true;
    }

    private Class<?>[] parameters() {
        String list = signature.substring(signature.indexOf('(') + 1, signature.length() - 1);
        return list.isEmpty()
                ? new Class<?>[0]
                : Arrays.stream(list.split(",")).map(Listed::named).toArray(Class<?>[]::new);
    }

    private static Class<?> named(String name) {
        if (name.endsWith("[]")) {
            return named(name.substring(0, name.length() - 2)).arrayType();
        }
        Class<?> primitive = Class.forPrimitiveName(name);
        try {
            return primitive != null ? primitive : Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("the list names a class that is not there: " + name, e);
        }
    }

    /** As the bindings' documentation has it. */
    @Override
    public String toString() {
        return kind.equals("instance") ? owner + "." + signature : kind + " " + owner + "." + signature;
    }
}
