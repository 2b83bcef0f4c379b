---- MODULE Aside ----
Far == 100
====
