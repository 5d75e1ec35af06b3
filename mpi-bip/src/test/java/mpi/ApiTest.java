package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Programs written for the Open MPI Java bindings find every member that is built: a call with arguments of the listed
 * types compiles, and its result is of the listed type. (Where the bindings want a Buffer, an Object will do here.)
 */
class ApiTest {
    @Test
    void everyListedMemberIsThere() throws IOException {
        List<String> missing = new ArrayList<>();
        int members = 0;
        for (String line : lines()) {
            String[] words = line.split(" ");
            members++;
            if (!isThere(words[0], words[1], words[2], words[3])) {
                missing.add(line);
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(members > 450, "the list was read: " + members);
    }

    private static List<String> lines() throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(ApiTest.class.getResourceAsStream("api.txt"), StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    private static boolean isThere(String owner, String kind, String type, String signature) {
        Class<?> c = named(owner);
        if (kind.equals("constant")) {
            return hasConstant(c, type, signature);
        }
        Class<?>[] parameters = parameters(signature);
        if (kind.equals("constructor")) {
            for (Constructor<?> constructor : c.getConstructors()) {
                if (accepts(constructor, parameters)) {
                    return true;
                }
            }
            return false;
        }
        String name = signature.substring(0, signature.indexOf('('));
        for (Method method : c.getMethods()) {
            if (method.getName().equals(name)
                    && accepts(method, parameters)
                    && Modifier.isStatic(method.getModifiers()) == kind.equals("static")
                    && named(type).isAssignableFrom(method.getReturnType())) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasConstant(Class<?> c, String type, String name) {
        try {
            Field field = c.getField(name);
            int modifiers = field.getModifiers();
            return field.getType() == named(type) && Modifier.isStatic(modifiers) && Modifier.isFinal(modifiers);
        } catch (NoSuchFieldException e) {
            return false;
        }
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

    private static Class<?>[] parameters(String signature) {
        String list = signature.substring(signature.indexOf('(') + 1, signature.length() - 1);
        if (list.isEmpty()) {
            return new Class<?>[0];
        }
        String[] names = list.split(",");
        Class<?>[] classes = new Class<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            classes[i] = named(names[i]);
        }
        return classes;
    }

    private static Class<?> named(String name) {
        if (name.endsWith("[]")) {
            return named(name.substring(0, name.length() - 2)).arrayType();
        }
        try {
            return switch (name) {
                case "int" -> int.class;
                case "long" -> long.class;
                case "short" -> short.class;
                case "byte" -> byte.class;
                case "char" -> char.class;
                case "float" -> float.class;
                case "double" -> double.class;
                case "boolean" -> boolean.class;
                case "void" -> void.class;
                default -> Class.forName(name);
            };
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("the list names a class that is not there: " + name, e);
        }
    }

    @Test
    void programsThatCatchOrDeclareTheExceptionCompile() {
        try {
            declaring();
        } catch (MPIException e) {
            assertEquals(MPI.ERR_OTHER, e.getErrorClass());
            assertEquals(e.getErrorClass(), e.getErrorCode());
        }
    }

    private static void declaring() throws MPIException {
        throw new MPIException("as in programs");
    }
}
