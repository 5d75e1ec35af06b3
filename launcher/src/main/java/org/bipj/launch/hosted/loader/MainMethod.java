package org.bipj.launch.hosted.loader;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.bipj.launch.support.LaunchException;

/** The method with which a program starts, by the rules of the {@code java} command (JLS 25, section 12.1.4). */
public final class MainMethod {
    private MainMethod() {}

    /**
     * Runs a program.
     *
     * @throws Throwable what the program throws
     */
    public static void run(Class<?> program, String[] arguments) throws Throwable {
        Method main = find(program, String[].class);
        Object[] passed = {arguments};
        if (main == null) {
            main = find(program);
            passed = new Object[0];
        }
        if (main == null) {
            throw new LaunchException(1, "class " + program.getName() + " has no method main");
        }
        try {
            main.setAccessible(true);
            Object instance = null;
            if (!Modifier.isStatic(main.getModifiers())) {
                Constructor<?> constructor = program.getDeclaredConstructor();
                constructor.setAccessible(true);
                instance = constructor.newInstance();
            }
            main.invoke(instance, passed);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Method find(Class<?> program, Class<?>... parameters) {
        for (Class<?> type = program; type != null; type = type.getSuperclass()) {
            try {
                Method main = type.getDeclaredMethod("main", parameters);
                if (!Modifier.isPrivate(main.getModifiers()) && main.getReturnType() == void.class) {
                    return main;
                }
            } catch (NoSuchMethodException e) {
                // In a superclass, perhaps.
            }
        }
        return null;
    }
}
